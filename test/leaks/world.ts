import type { ConnectorDeclaration } from "../../dist/store/ingest-port.js";
import type { ConversationRef } from "../../dist/store/port.js";
import type { Account } from "../../dist/store/store-port.js";
import type { Audience } from "../../dist/speakers/audience.js";

/** A transcript as a script, and the places from which it is asked for. */
export interface World {
  readonly name: string;
  readonly connectors: readonly ConnectorDeclaration[];
  readonly steps: readonly Step[];
  readonly readers: readonly Reader[];
}

/** A place in which an answer appears, and who reads there. */
export interface Reader {
  readonly name: string;
  readonly room: ConversationRef;
  readonly channel?: string;
  readonly audience: Audience;
  /** Somebody who reads there. */
  readonly requester: string;
}

/** Rows are named in the script; the name is also the source id, and part of every token. */
export type Step =
  | SayStep
  | ReplyStep
  | RememberStep
  | { readonly do: "edit"; readonly row: string; readonly audience: Audience | null }
  | { readonly do: "delete"; readonly row: string }
  | (AtPlace & { readonly do: "leave"; readonly reader: string })
  | (AtPlace & { readonly do: "restrict"; readonly readers: readonly string[] })
  | (AtPlace & { readonly do: "join"; readonly reader: string; readonly seesHistory: boolean })
  | { readonly do: "merge"; readonly from: ConversationRef; readonly into: ConversationRef }
  /** Nothing has arrived on `from` before. */
  | { readonly do: "alias"; readonly from: ConversationRef; readonly to: ConversationRef }
  | { readonly do: "reset"; readonly room: ConversationRef }
  | {
      readonly do: "link";
      readonly accounts: readonly [Account, Account];
      readonly expired?: boolean;
    }
  | { readonly do: "unlink"; readonly account: Account }
  /** Says who counts as one; nobody may read more or less for it. */
  | { readonly do: "mergeActors"; readonly from: string; readonly into: string }
  | { readonly do: "splitActor"; readonly actor: string }
  /** Whoever was built on it looks into it again. */
  | { readonly do: "touch"; readonly row: string }
  /** A source that no delivery would have recorded; a name that no row has is an unknown id. */
  | { readonly do: "forge"; readonly row: string; readonly source: string };

interface AtPlace {
  readonly room: ConversationRef;
  readonly channel?: string;
}

export interface SayStep extends AtPlace {
  readonly do: "say";
  readonly row: string;
  readonly by: string;
  /** Null is no evidence. */
  readonly audience: Audience | null;
  readonly conversationOnly?: boolean;
  /** Name of the root of its thread. */
  readonly parent?: string;
  /** A row whose text it quotes; a name that no row has is a quotation that nothing matches. */
  readonly quotes?: string;
}

export interface ReplyStep extends AtPlace {
  readonly do: "reply";
  readonly row: string;
  readonly audience: Audience;
  /** Rows that the reply was built from. */
  readonly sources: readonly string[];
  readonly requester: string;
}

export interface RememberStep extends Omit<ReplyStep, "do"> {
  readonly do: "remember";
}

/** What only the text of a row holds, as it was at its `version`, counted from 0. */
export function textToken(row: string, version = 0): string {
  return `tx${row}v${version}z`;
}

/** What only the label of a row's author holds. */
export function labelToken(row: string): string {
  return `lb${row}z`;
}

/** What only the label of a row's channel holds. */
export function channelToken(row: string): string {
  return `ch${row}z`;
}

/** What only the quotation in a row holds, where it quotes nothing that the world has. */
export function quotationToken(row: string): string {
  return `qt${row}z`;
}

/** The agent's own id in each namespace. It is no reader. */
export const AGENT_ID = "bot";

export function people(audience: Audience): Audience {
  if (audience.kind !== "members") return audience;
  return { ...audience, readers: audience.readers.filter((id) => id !== AGENT_ID) };
}

export function roomKey(room: ConversationRef): string {
  return JSON.stringify([room.connector.type, room.connector.name, room.kind, room.id]);
}
