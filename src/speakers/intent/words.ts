/**
 * Words by which somebody speaks of himself, one line a language: en, de, fr, es, it, pt, nl, pl, ru.
 * A word that says something else in another of them is in `AMBIGUOUS` instead.
 */
export const FIRST_PERSON: ReadonlySet<string> = new Set(
  [
    "me mine myself",
    "ich mir mich mein meine meinem meinen meiner meines meins",
    "je moi mien mienne miens miennes",
    "yo mi mis mí mío mía míos mías conmigo dije hice tengo quiero puedo escribí",
    "io mio mia miei mie",
    "eu mim meu minha meus minhas comigo tenho fiz falei escrevi",
    "ik mij mijn",
    "mnie mną mój moja moje mojego mojej mojemu moim moich powiedziałem powiedziałam napisałem napisałam mówiłem mówiłam",
    "я меня мне мной мною мой моя моё мое мои моего моей моему моим моих моими мою",
  ].flatMap((line) => line.split(" ")),
);

/** What stands before an apostrophe: `j'ai`, `m'a dit`. */
export const ELIDED: ReadonlySet<string> = new Set(["j", "m"]);

/** Words that count only where the text holds a word of their own language, and of none besides. */
export const AMBIGUOUS: readonly {
  readonly words: ReadonlySet<string>;
  readonly beside: ReadonlySet<string>;
}[] = [
  {
    words: words("i my"),
    beside: words(
      "the what when where which who why how did was were have had am said say think thought and about with would could should can do does not you it of for want need",
    ),
  },
  {
    words: words("mon ma mes"),
    beside: words("le la les des est que qui quand où quoi ai avec pour dans et du sont était"),
  },
  { words: words("ja moi"), beside: words("co czy się nie jest kiedy gdzie jak że dla był była") },
  { words: words("ho"), beside: words("che cosa quando dove detto scritto il lo di non fatto") },
];

/** Before `me` and its like they ask for an answer and say nothing of who asks: `tell me`. */
export const REQUESTS: ReadonlySet<string> = words(
  "tell show give let help remind find send get sag zeig gib erzähl dis montre donne muestra dime diz mostra vertel toon geef laat powiedz pokaż daj скажи покажи дай напомни",
);
export const ASKED_FOR: ReadonlySet<string> = words("me mir moi mi mij mnie мне");

/** In scripts without spaces, and what makes another word or a plural of them. */
export const UNSPACED: readonly RegExp[] = [
  /(?<![自告诉訴给給])[我俺](?![们們国國々])/u,
  /(?<!\p{Script=Han})(?:私|僕|俺)(?![たち達ら々]|\p{Script=Han})/u,
  /(?<!\p{Script=Hiragana})(?:わたし|ぼく|おれ|あたし)(?=[はがのもをにと])/u,
  /自分(?![た達])/u,
];

function words(text: string): ReadonlySet<string> {
  return new Set(text.split(" "));
}
