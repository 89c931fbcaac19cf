import type { Conversation, Coverage } from "../model/message.js";
import { TeamBriefing } from "../recall/context.js";
import { frameRecalled } from "../recall/frame-recalled.js";
import type { InitialSessionWithContext } from "../recall/initialize-session.js";
import { recalledContext } from "../recall/recalled-blocks.js";
import type { Terminal } from "./io.js";
import { coverageText, footer, plural } from "./render-coverage.js";
import { renderMessage, renderText } from "./render-text.js";

/** Room for the framed threads and pins; a full board of long notes may be cut, and that is said. */
const CONTEXT_CHARS = 12_000;

/** What a turn starts with, part by part. */
export function renderTurn(
  terminal: Terminal,
  { briefing, context, history, coverage }: InitialSessionWithContext,
  conversation: Conversation,
): string[] {
  const { name, faint } = terminal.paint;
  const framed = frameRecalled(recalledContext(context, conversation), {
    budgetChars: CONTEXT_CHARS,
  });
  const summary = (count: number, noun: string, covered: Coverage): string[] => {
    const text = coverageText(covered, () => "that is not part of the turn");
    return footer(terminal, `${plural(count, noun)} · ${text}`);
  };
  const none = (what: string): string[] => [`  ${faint(`(no ${what})`)}`];
  const dropped = framed.dropped.map(({ heading }) => `left out for length: ${heading}`);
  return [
    name("Briefing"),
    ...renderText(terminal, TeamBriefing.systemText(briefing)),
    "",
    name("Threads and pins, framed as data"),
    ...(framed.text === "" ? none("threads and no pins") : renderText(terminal, framed.text)),
    "",
    name("History"),
    ...(history.length === 0 ? none("messages") : []),
    ...history.flatMap((message) => renderMessage(terminal, message)),
    "",
    ...summary(history.length, "message", coverage.history),
    ...summary(context.threads.length, "thread", coverage.threads),
    ...summary(context.pins.length, "pin", coverage.pins),
    ...dropped.flatMap((what) => footer(terminal, what)),
  ];
}
