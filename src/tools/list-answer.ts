import { z } from "zod";
import type { Coverage, Sequence } from "../model/message.js";
import type { FoldOptions, View } from "../store/port.js";
import { emptyAnswer, horizonOf, type ToolAnswer } from "./answer.js";
import { readArguments } from "./arguments.js";
import { fitAnswer, type Plan } from "./fit.js";
import { counted, leftOut } from "./left-out.js";
import { clockOf, type ToolOptions } from "./options.js";
import { readStore } from "./reading.js";
import type { RowView } from "./row-view.js";
import { checkedCounter } from "./tokens.js";
import { viewRows } from "./view-rows.js";

export interface ListArgs {
  readonly limit?: number | undefined;
}

/** A list that the store folds where the turn answers. */
export interface Listing<Item, Entry> {
  /** What one entry is called. */
  readonly noun: string;
  readonly input: z.ZodType<ListArgs>;
  readonly usual: number;
  /** What an empty list says. */
  readonly none: string;
  readonly read: (view: View, options: FoldOptions) => Promise<Listed<Item>>;
  /** Everything that others wrote or chose of an item: the marker is in none of it. */
  readonly texts: (item: Item) => readonly string[];
  /** Sequences of the rows that an item's texts are from. */
  readonly rows: (item: Item) => readonly Sequence[];
  readonly show: (item: Item, shown: Showing) => Entry;
}

export interface Listed<Item> {
  readonly items: readonly Item[];
  readonly coverage: Coverage;
  readonly messageIds: ReadonlyMap<Sequence, string>;
  /** Those that stand beyond the limit, where the fold counts them. */
  readonly cut: number;
}

export interface Showing {
  readonly view: RowView;
  /** Most characters of one text. */
  readonly textChars: number;
  readonly idOf: (sequence: Sequence) => string | null;
}

export interface ListAnswer<Entry> extends ToolAnswer {
  readonly entries: readonly Entry[];
  /** How far the fold looked, where it found nothing. */
  readonly horizon?: string;
}

export function listArguments(noun: string, usual: number, most: number): z.ZodType<ListArgs> {
  return z.strictObject({
    limit: z
      .int()
      .min(1)
      .max(most)
      .optional()
      .describe(`Most ${noun}, 1 to ${most}; ${usual} by default.`),
  });
}

/** Answers with a list, its entries in order, within an answer's length. */
export async function listAnswer<Item, Entry>(
  listing: Listing<Item, Entry>,
  view: View,
  args: unknown,
  options: ToolOptions,
): Promise<ListAnswer<Entry>> {
  const { input, usual, none } = listing;
  const clock = clockOf(options);
  const request = readArguments(input, args);
  if ("problem" in request) return without(emptyAnswer("invalid_request", request.problem));
  const { signal, marker, countTokens } = options;
  const { limit = usual } = request.value;
  const fold = { limit, ...(signal === undefined ? {} : { signal }) };
  const read = await readStore(() => listing.read(view, fold), options);
  if ("failure" in read) return without(read.failure);
  const { items, coverage } = read.value;
  if (items.length === 0)
    return { ...without(emptyAnswer("nothing_found", none)), horizon: horizonOf(coverage) };
  const rowView = viewRows([], view, { clock, marker, texts: items.flatMap(listing.texts) });
  return fitAnswer({
    entries: items.length,
    around: 0,
    countTokens: checkedCounter(countTokens),
    render: (plan) => render(listing, read.value, rowView, plan),
  });
}

function render<Item, Entry>(
  { rows, show, noun }: Listing<Item, Entry>,
  { items, cut, messageIds }: Listed<Item>,
  view: RowView,
  plan: Plan,
): ListAnswer<Entry> {
  const shown = items.slice(0, plan.entries);
  const idOf = (sequence: Sequence): string | null => messageIds.get(sequence) ?? null;
  const ids = shown
    .flatMap(rows)
    .map(idOf)
    .filter((id) => id !== null);
  const long = leftOut({ entries: items.length - shown.length, dropped: 0 }, noun);
  const older = cut === 0 ? null : `${counted(cut, `more ${noun}`)} beyond the limit`;
  const note = [long, older].filter((each) => each !== null).join("; ");
  return {
    status: "ok",
    message_ids: [...new Set(ids)],
    count: shown.length,
    entries: shown.map((item) => show(item, { view, textChars: plan.textChars, idOf })),
    ...(note === "" ? {} : { note }),
  };
}

function without(answer: ToolAnswer): ListAnswer<never> {
  return { ...answer, entries: [] };
}
