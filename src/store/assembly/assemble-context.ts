import type { SpeakerConfig } from "../../speakers/config/speaker-config.js";
import type { BoundTurn } from "../turn/bound-turn.js";
import { cardPart } from "./card-part.js";
import { checkOptions, type CheckedOptions } from "./check-options.js";
import type {
  AssembledContext,
  AssembleOptions,
  BlockName,
  ContextBlock,
  PayloadMessage,
} from "./context-port.js";
import { fitParts, totalOf } from "./fit-parts.js";
import { guildParts, type GuildParts } from "./guild-parts.js";
import { idsOf, keepWithin, textOf, type Kept, type Part } from "./part.js";
import { plainParts } from "./plain-parts.js";
import { readRecent } from "./read-recent.js";
import { rosterPart, type RosterPart } from "./roster-part.js";

/**
 * See `Store.assembleContext`. What is kept enters the turn's ledger before it leaves, and nothing
 * else does.
 */
export async function assembleContext<Given extends PayloadMessage>(
  turn: BoundTurn,
  config: SpeakerConfig,
  options: AssembleOptions<Given>,
): Promise<AssembledContext<Given>> {
  const checked = checkOptions(options);
  const { payload } = options;
  const { ledger } = turn;
  return ledger.alone(async () => {
    const { parts, roster, guild } = await readParts(turn, config, { ...checked, payload });
    const kept = fitParts(parts, {
      ...checked,
      hasRoom: (messageIds) => ledger.fitting([messageIds]) === 1,
    });
    await ledger.enter([...new Set(kept.flatMap((part) => idsOf(part)))], "read");
    const entriesOf = (name: BlockName): number =>
      kept.find(({ part }) => part.name === name)?.entries ?? 0;
    const people = entriesOf("roster");
    return Object.freeze({
      text: textOf(kept),
      messages: guild?.insert(payload, entriesOf("replay")) ?? [...payload],
      blocks: kept.map((part) => blockOf(part)),
      total: totalOf(kept),
      roster: roster === null || people === 0 ? null : roster.snapshotOf(people),
    });
  });
}

interface Parts {
  /** In the order of the text. */
  readonly parts: readonly Part[];
  readonly roster: RosterPart | null;
  readonly guild: GuildParts | null;
}

/** A part whose gate is off is not read. */
async function readParts(
  turn: BoundTurn,
  config: SpeakerConfig,
  options: CheckedOptions & Pick<AssembleOptions, "payload">,
): Promise<Parts> {
  const plain = await plainParts(turn, options);
  const roster = await rosterPart(turn, config);
  const isMerging = config.assembly.crossChannelRecent === "merge";
  const recent = isMerging ? await readRecent(turn, options) : null;
  const listed = roster === null ? 0 : keepWithin(roster, options.countTokens).entries;
  const guild =
    recent === null
      ? null
      : guildParts(recent, {
          ...options,
          known: turn.known,
          roster: roster?.snapshotOf(listed).entries ?? [],
        });
  const card = await cardPart(turn, config);
  const before = [
    ...(card === null ? [] : [card]),
    ...(roster === null ? [] : [roster]),
    ...(guild === null ? [] : partsOf(guild)),
  ];
  return { parts: [...before, ...plain], roster, guild };
}

function partsOf({ reference, replay }: GuildParts): readonly Part[] {
  return [reference, replay];
}

function blockOf({ part, entries, text, tokens }: Kept): ContextBlock {
  const shown = part.isApart === true ? "" : text;
  const evicted = part.sources.length - entries;
  const failed = part.failed === true ? ({ failed: true } as const) : {};
  return Object.freeze({ name: part.name, text: shown, tokens, entries, evicted, ...failed });
}
