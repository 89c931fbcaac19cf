/** What a service line tells of. `event` is a line about a nick that none of the others fits. */
export type IrcKind = "join" | "part" | "quit" | "kick" | "nick" | "mode" | "topic" | "event";

const FORMS: readonly (readonly [string, IrcKind])[] = [
  ["has joined", "join"],
  ["has left", "part"],
  ["has quit", "quit"],
  ["was kicked", "kick"],
  ["has been kicked", "kick"],
  ["is now known as", "nick"],
  ["sets mode", "mode"],
  ["changes topic", "topic"],
  ["changed the topic", "topic"],
  ["has changed the topic", "topic"],
];

/**
 * The kind of a line and the nick it begins with. Old logs write actions this way too (`=== nick
 * waves`); they cannot be told from notices, so they stay `event` rows and nobody is made to have
 * said them.
 */
export function ircService(text: string): { readonly kind: IrcKind; readonly nick: string | null } {
  const nick = /^\S+/.exec(text)?.[0] ?? "";
  // `mode/#channel [+b nick!*@*] by nick`
  if (/^(server)?mode\//i.test(nick))
    return { kind: "mode", nick: / by (\S+)$/.exec(text)?.[1] ?? null };
  const rest = text.slice(nick.length).trimStart();
  // The user's host stands between nick and verb: `nick [user@host] has joined`.
  const verb = rest.replace(/^[[(][^\s\])]*[\])]\s*/, "").replace(/^:\s*/, "");
  const form = FORMS.find(([words]) => verb === words || verb.startsWith(`${words} `));
  return { kind: form?.[1] ?? "event", nick };
}
