import type { Command, CommandGroup } from "./command.js";
import { optionForm, type OptionName } from "./options.js";
import type { Painter } from "./painter.js";
import { wrap } from "./wrap.js";

/** Help is as wide as the narrowest common terminal. */
const COLUMNS = 80;

/** What `backread --help` prints. */
export function overview(commands: readonly (Command | CommandGroup)[], paint: Painter): string {
  const width = Math.max(...commands.map(({ name }) => name.length));
  return [
    `${paint.heading("backread")}  search what a room said, see its pins, read what a turn would get`,
    "",
    ...commands.map(({ name, summary }) => `  ${paint.name(name.padEnd(width))}  ${summary}`),
    "",
    "  backread demo             all of it on a sample transcript",
    "  backread COMMAND --help   the options of one command",
    "  backread --version",
    "",
    "PATH is a log of one message a line (.jsonl), other JSON lines, a Slack export",
    "(zip or folder), a DiscordChatExporter or Telegram JSON file, an IRC log, a",
    "ChatGPT or Claude Code session, a WhatsApp chat, a mailbox (mbox); or .gz.",
    ...wrap([{ text: onAStore(commands) }], { columns: COLUMNS, indent: "" }),
    "Exit: 0 found, 1 nothing found, 2 bad use or bad input, 130 interrupted.",
    "",
  ].join("\n");
}

/** What `backread GROUP --help` prints. */
export function groupUsage({ name, details, commands }: CommandGroup, paint: Painter): string {
  const width = Math.max(...commands.map((command) => command.name.length));
  const indent = " ".repeat(width + 4);
  return [
    `${paint.heading(`backread ${name}`)} COMMAND [options]`,
    "",
    ...wrap([{ text: details }], { columns: COLUMNS, indent: "" }),
    "",
    ...commands.flatMap((command) =>
      wrap(
        [{ text: command.name.padEnd(width), paint: paint.name }, { text: `  ${command.summary}` }],
        {
          columns: COLUMNS,
          indent,
          first: "  ",
        },
      ),
    ),
    "",
    `  backread ${name} COMMAND --help   the options of one command`,
    "",
  ].join("\n");
}

/** Which commands know of stores, and what stands for their options where they are not given. */
function onAStore(commands: readonly (Command | CommandGroup)[]): string {
  const names = commands
    .filter((command) => "commands" in command || command.options.includes("store"))
    .map(({ name }) => (name === "search" ? "search --viewing" : name));
  return (
    `A store is what ${names.join(", ")} work on: --store or BACKREAD_STORE says where it is, ` +
    "--perspective or BACKREAD_PERSPECTIVE whose it is."
  );
}

/** What `backread COMMAND --help` prints. */
export function usageOf({ name, usage, details, options }: Command, paint: Painter): string {
  const forms = [...options, "help" as const].map((option) => [spelled(option), option] as const);
  const width = Math.max(...forms.map(([form]) => form.length));
  return [
    `${paint.heading(`backread ${name}`)}${usage === "" ? "" : ` ${usage}`}${options.length === 0 ? "" : " [options]"}`,
    "",
    ...wrap([{ text: details }], { columns: COLUMNS, indent: "" }),
    "",
    ...forms.map(
      ([form, option]) => `  ${paint.name(form.padEnd(width))}  ${optionForm(option).help}`,
    ),
    "",
  ].join("\n");
}

function spelled(option: OptionName): string {
  const { value } = optionForm(option);
  return value === undefined ? `--${option}` : `--${option} ${value}`;
}
