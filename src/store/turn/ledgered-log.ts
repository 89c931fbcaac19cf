import type { Page, SessionLog } from "../../log/port.js";
import type { Message } from "../../model/message.js";
import type { AddressedLog, ViewLog } from "../port.js";
import { conversationLog, type IdentifiedLog } from "../view/conversation-log.js";
import { WholeLog } from "../view/whole-log.js";
import { ledgerFull, type Ledger } from "./ledger.js";
import type { BoundTurn } from "./bound-turn.js";

/** The logs of a turn. */
export function ledgeredLogs({ scope, binding, ledger }: BoundTurn): ViewLog {
  function log(): AddressedLog;
  function log(of: Parameters<ViewLog>[0]): SessionLog;
  function log(of?: Parameters<ViewLog>[0]): SessionLog {
    if (of !== undefined)
      return ledgeredLog(ledger, conversationLog(scope, binding, of.conversation));
    const whole = new WholeLog(scope, binding);
    const addressOf: AddressedLog["addressOf"] = (number) => whole.addressOf(number);
    const identified: IdentifiedLog = {
      readBefore: (before, limit, options) => whole.readBefore(before, limit, options),
      messageIdOf: (number) => addressOf(number)?.messageId ?? null,
    };
    const addressed: AddressedLog = { ...ledgeredLog(ledger, identified), addressOf };
    return addressed;
  }
  return log;
}

/**
 * Every row of a page enters the ledger before the page leaves. A page is cut to what has room; with
 * no room at all the read fails with `LedgerFullError`.
 */
function ledgeredLog(ledger: Ledger, log: IdentifiedLog): SessionLog {
  return {
    readBefore: (before, limit, options) =>
      ledger.alone(async () => {
        const page = await log.readBefore(before, limit, options);
        const groups = page.messages.map(({ sequence }) => servedId(log, sequence));
        const fitting = ledger.fitting(groups);
        if (fitting === 0 && groups.length > 0) throw ledgerFull(ledger.turnId);
        await ledger.enter(groups.slice(0, fitting).flat(), "read");
        return fitting === groups.length ? page : cut(page.messages, fitting);
      }),
  };
}

/** One id: a row without it could be told and never be rechecked. */
export function servedId(log: IdentifiedLog, number: number): readonly [string] {
  const id = log.messageIdOf(number);
  if (id === null) throw new Error("a log served a row that it does not know");
  return [id];
}

function cut(messages: readonly Message[], count: number): Page {
  const kept = messages.slice(0, count);
  return { messages: kept, nextBefore: kept.at(-1)?.sequence ?? null };
}
