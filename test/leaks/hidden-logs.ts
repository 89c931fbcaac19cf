import type { AddressedLog, View } from "../../dist/store/port.js";
import type { SessionLog } from "../../dist/log/port.js";
import type { Scope } from "../../dist/store/scope.js";
import {
  channel,
  direct,
  dm,
  happen,
  members,
  PUBLIC,
  sure,
  tell,
  viewIn,
  type Said,
} from "../store/spoken.js";
import { seeded } from "./random.js";

export const PAGES = [1, 7, 100] as const;
/** Rows lie in the first two; the third holds nothing that the view may read. */
const ROOMS = [channel("general"), channel("ops"), dm("u2")] as const;
const VISIBLE = 24;
const HIDDEN = 40;
/** Between two visible rows of one conversation there is room for hidden ones. */
const SPACING_MS = 10_000;
const T0 = Date.UTC(2026, 0, 2);

const timeOf = (ms: number): string => new Date(T0 + ms).toISOString();

/** Rows of u0's view: each known by its source id, some in threads of each other and of hidden rows. */
export function visibleRows(): readonly Said[] {
  const rows = Array.from({ length: VISIBLE }, (_, index) => ({
    in: sure(ROOMS[index % 2]),
    to: PUBLIC,
    text: `visible ${index}`,
    by: `u${index % 3}`,
    // The two conversations share each instant: their order is that of their keys.
    at: timeOf((VISIBLE + index - (index % 2)) * SPACING_MS),
    sourceId: `visible-${index}`,
    ...parentOf(index),
  }));
  return byRoom(rows);
}

/** What stands together is taken in together, which is faster. */
function byRoom(rows: readonly Said[]): readonly Said[] {
  return ROOMS.flatMap((room) => rows.filter((row) => row.in === room));
}

function parentOf(index: number): { readonly parent?: string } {
  if (index % 5 === 4) return { parent: `hidden-${index}` };
  return index % 4 === 2 ? { parent: `visible-${index - 2}` } : {};
}

/**
 * Rows before, between and after the visible ones, in the same and in another conversation. Those of
 * the other conversations may share a visible row's very instant; in its own none may, which is the
 * residue that the vocabulary names.
 */
export function hiddenRows(seed: number): readonly Said[] {
  const random = seeded(seed);
  const rows = Array.from({ length: HIDDEN }, (_, index) => {
    const room = random.int(ROOMS.length);
    const slot = random.int(VISIBLE * 3) * SPACING_MS;
    return {
      in: sure(ROOMS[room]),
      to: sure([members("u1"), direct("u9"), null][index % 3]),
      text: `hidden ${index}`,
      by: "u1",
      at: timeOf(room === 2 ? slot : slot + 1 + index),
      sourceId: `hidden-${index}`,
    };
  });
  return byRoom(rows);
}

const WITHDRAWN = "withdrawn";

/** Rows that were readable, and are tombstones now. */
export async function tellWithdrawn(scope: Scope): Promise<void> {
  const conversation = ROOMS[0];
  for (const slot of [1, VISIBLE + 2, VISIBLE * 2 + 3]) {
    const row = { in: conversation, to: PUBLIC, text: "gone", sourceId: `${WITHDRAWN}-${slot}` };
    await tell(scope, [{ ...row, at: timeOf(slot * SPACING_MS + 5_000) }]);
    const { sourceId } = row;
    await happen(scope, conversation, [{ type: "delete", sourceId, at: timeOf(1e9) }]);
  }
}

export function viewOf(scope: Scope): Promise<View> {
  return viewIn(scope, ROOMS[0], PUBLIC, "u0");
}

/** Every page of every log of a view, with its cursors, numbers and addresses, and repeated reads. */
export async function pagesOf(view: View, limit: number): Promise<string> {
  const whole = view.log();
  const answers: unknown[] = [await walked(whole, limit, (number) => whole.addressOf(number))];
  for (const conversation of ROOMS) answers.push(await walked(view.log({ conversation }), limit));
  answers.push(await inTheMiddle(view.log(), limit));
  return JSON.stringify(answers);
}

async function walked(
  log: SessionLog,
  limit: number,
  addressOf?: AddressedLog["addressOf"],
): Promise<readonly unknown[]> {
  const answers: unknown[] = [];
  let before: number | null = null;
  do {
    const page = await log.readBefore(before, limit);
    answers.push(
      page,
      page.messages.map(({ sequence }) => addressOf?.(sequence)),
    );
    before = page.nextBefore;
  } while (before !== null);
  return answers;
}

/** A cursor that another log gave: rows are numbered on the way to it. */
async function inTheMiddle(log: AddressedLog, limit: number): Promise<readonly unknown[]> {
  const [newest] = (await log.readBefore(null, 1)).messages;
  const before = sure(newest).sequence - 9;
  return [await log.readBefore(before, limit), await log.readBefore(before, limit)];
}

/** Ids are random: the first one becomes 1, and the same id the same number wherever it returns. */
export function masked(json: string): string {
  const numbers = new Map<string, number>();
  return json.replace(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/gu, (id) => {
    const number = numbers.get(id) ?? numbers.size + 1;
    numbers.set(id, number);
    return `id-${number}`;
  });
}

/** One row, and one that is hidden from its readers, at the same microsecond of one conversation. */
export function sameInstant(): readonly [visible: Said, hidden: Said] {
  const common = { in: ROOMS[0], at: timeOf(0) };
  return [
    { ...common, to: PUBLIC, text: "visible", sourceId: "visible" },
    { ...common, to: direct("u9"), text: "hidden", sourceId: "hidden" },
  ];
}
