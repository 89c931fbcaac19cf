/** Words for anybody: as a whole label they name nobody, and could be taken for an instruction. */
export const GENERIC_WORDS: ReadonlySet<string> = new Set(
  (
    "actor agent anybody anyone assistant client conv conversation customer everybody everyone " +
    "individual member nobody participant patient person requester somebody someone speaker " +
    "system unknown user"
  ).split(" "),
);

/** English personal pronouns, in every form. */
export const PRONOUNS: ReadonlySet<string> = new Set(
  (
    "i me my mine myself you your yours yourself yourselves he him his himself she her hers " +
    "herself it its itself we us our ours ourselves they them their theirs themself themselves"
  ).split(" "),
);

/** They say nothing of whom they stand before. */
export const ARTICLES: ReadonlySet<string> = new Set(
  "a an any each every other some that the this".split(" "),
);
