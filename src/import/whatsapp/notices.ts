/** What the client writes of itself; it is not translated here, so other languages show as speech. */
const NOTICE = /^(?:Messages and calls are end-to-end encrypted|Missed (?:voice|video|group) )/;
const ACT =
  /(?:^|\s)(?:added|removed|left|(?:was|were) (?:added|removed)|joined (?:using|from|via)|created (?:this )?group|changed (?:the|this|their|to)|deleted this group|turned (?:on|off)|pinned a message|blocked this|unblocked this|(?:is )?now an admin)(?=[\s"“.’']|$)/;

/** Whether a line without its header tells that somebody did something to the chat. */
export function tellsOfAct(text: string): boolean {
  return NOTICE.test(text) || ACT.test(text);
}
