import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { PayloadOrder, type PayloadPlace } from "../../dist/speakers/guild/payload-order.js";
import type { RecentGroup } from "../../dist/speakers/guild/group-rows.js";
import type { RecentRow } from "../../dist/speakers/guild/recent-row.js";
import { row } from "./guild-support.js";

type Message = readonly [text: string, role: PayloadPlace["role"], row?: RecentRow];

function whole(...rows: readonly RecentRow[]): RecentGroup {
  return { rows, cut: false };
}

function orderOf(payload: readonly Message[]): PayloadOrder {
  return new PayloadOrder(payload.map(([, role, known]) => ({ role, row: known ?? null })));
}

/** The payload's texts with the rows, as `+n` of their order in the groups given. */
function inserted(payload: readonly Message[], ...groups: readonly RecentGroup[]): string {
  const rows = groups.flatMap((group) => group.rows);
  return orderOf(payload)
    .insert(
      payload.map(([text]) => text),
      groups,
      (made) => `+${rows.indexOf(made) + 1}`,
    )
    .join(" ");
}

describe("replayed rows in a payload", () => {
  test("take their place in time, and never stand behind the message that is answered", () => {
    const [old, oldAnswer, mid, midAnswer] = [row("her"), row("bot"), row("her"), row("bot")];
    const [q1, a1, q2, a2] = [row("her"), row("bot"), row("her"), row("bot")];
    const [late, lateAnswer, now, after] = [row("her"), row("bot"), row("her"), row("her")];
    const payload: readonly Message[] = [
      ["s", "system"],
      ["q1", "user", q1],
      ["a1", "assistant", a1],
      ["q2", "user", q2],
      ["a2", "assistant", a2],
      ["now", "user", now],
      ["call", "assistant"],
      ["tool", "tool"],
    ];
    const between = whole({ ...mid, sequence: q1.sequence + 0.5 }, midAnswer);
    expect(inserted(payload, whole(old, oldAnswer))).toBe("s +1 +2 q1 a1 q2 a2 now call tool");
    // Between a question and its answer: behind the exchange, which stays one.
    expect(inserted(payload, between)).toBe("s q1 a1 +1 +2 q2 a2 now call tool");
    const both = [whole(late, lateAnswer), whole(old, oldAnswer)];
    expect(inserted(payload, ...both)).toBe("s +3 +4 q1 a1 q2 a2 +1 +2 now call tool");
    expect(inserted(payload, whole(after))).toBe("s q1 a1 q2 a2 +1 now call tool");
  });

  test("stand directly before the answered message where the payload says no time", () => {
    const payload: readonly Message[] = [
      ["q", "user"],
      ["a", "assistant"],
      ["now", "user"],
    ];
    expect(inserted(payload, whole(row("her"), row("bot")))).toBe("q a +1 +2 now");
    expect(inserted([["now", "user"]], whole(row("her"), row("bot")))).toBe("+1 +2 now");
  });

  test("go between two messages of the requester's that nobody answered", () => {
    const [q1, her, bot, q2] = [row("her"), row("her"), row("bot"), row("her")];
    const payload: readonly Message[] = [
      ["q1", "user", q1],
      ["q2", "user", q2],
    ];
    expect(inserted(payload, whole(her, bot))).toBe("q1 +1 +2 q2");
  });

  test("are none of an exchange that the payload holds, by one id of it", () => {
    const [question, answer, now] = [row("her"), row("bot"), row("her")];
    const group = whole(question, answer);
    // The host knows the id of its question and none of its own answer.
    const payload: readonly Message[] = [
      ["q", "user", question],
      ["a", "assistant"],
      ["now", "user", now],
    ];
    expect(orderOf(payload).missing(group)).toEqual([]);
    expect(inserted(payload, group)).toBe("q a now");
    // Nor of what is going on.
    const going: readonly Message[] = [
      ["q", "user", question],
      ["now", "user", now],
    ];
    expect(orderOf(going).missing(group)).toEqual([]);
  });

  test("complete a half that is older, on either side of it", () => {
    const [first, second, answer, other, now] = [
      row("her"),
      row("her"),
      row("bot"),
      row("him"),
      row("her"),
    ];
    const payload: readonly Message[] = [
      ["s", "system"],
      ["second", "user", second],
      ["s", "system"],
      ["other", "user", other],
      ["x", "assistant"],
      ["now", "user", now],
    ];
    expect(inserted(payload, whole(first, second, answer))).toBe("s +1 second +3 s other x now");
    const answered: readonly Message[] = [
      ["answer", "assistant", answer],
      ["now", "user", now],
    ];
    expect(inserted(answered, whole(second, answer))).toBe("+1 answer now");
  });

  test("change nothing that was given, and are all before the last user message", () => {
    const role = fc.constantFrom<PayloadPlace["role"]>("system", "user", "assistant", "tool");
    const sequence = fc.integer({ min: 0, max: 60 });
    const given = fc.array(fc.tuple(role, fc.option(sequence, { nil: null })), { maxLength: 12 });
    const taken = fc.uniqueArray(sequence, { minLength: 1, maxLength: 12 });
    fc.assert(
      fc.property(given, taken, (spec, sequences) => {
        const known = new Set<number>();
        const places: readonly PayloadPlace[] = [...spec, ["user", null] as const].map(
          ([role, at]): PayloadPlace => {
            if (at === null || known.has(at)) return { role, row: null };
            known.add(at);
            return { role, row: { messageId: `x${at}`, sequence: at } };
          },
        );
        const rows = sequences
          .toSorted((a, b) => a - b)
          .map((at, index) =>
            row(index % 2 === 0 ? "her" : "bot", { sequence: at, messageId: `x${at}` }),
          );
        const groups = [];
        for (let at = 0; at < rows.length; at += 2) groups.push(whole(...rows.slice(at, at + 2)));
        const order = new PayloadOrder(places);
        const numbers = places.map((_, index) => index);
        const made = order.insert(numbers, groups, ({ messageId }) => messageId);
        expect(made.filter((each) => typeof each === "number")).toEqual(numbers);
        const missing = groups.flatMap((group) => order.missing(group));
        const added = made.filter((each) => typeof each === "string");
        expect(added.toSorted()).toEqual(missing.map(({ messageId }) => messageId).toSorted());
        const last = made.indexOf(places.findLastIndex(({ role }) => role === "user"));
        expect(made.findLastIndex((each) => typeof each === "string")).toBeLessThan(last);
        // A group that the payload has nothing of stays together.
        for (const group of groups.filter((each) => order.missing(each).length === 2)) {
          const [from, to] = group.rows.map(({ messageId }) => made.indexOf(messageId));
          expect(to).toBe((from ?? 0) + 1);
        }
      }),
    );
  });
});
