// What the synthetic corpora are made of. The words give every query of the set something to find.

export const NAME_WORDS =
  `react types node data table state cli component compact compression computed config tsconfig toolkit
  router render request response redux reader reactor realm rest real form field filter fetch graph
  grid gulp hook http image index input json key lambda layer lint loader logger map mark menu merge
  micro mock model module monitor native net next object page parser path picker pipe plugin pool
  proxy query queue random range rate regex registry remote schema scroll server session shell sign
  simple socket sort stream string style sync task template test theme time token tool tree type
  upload url use util validate value vector video view vue watch web webpack wheel worker wrapper xml
  yaml zip zone box exact example express extra`.split(/\s+/);

export const SUMMARY_WORDS =
  `a an the for with and of in to your from that lets you simple small fast typed data table state
  management react component node types typescript definitions server client utility library plugin
  parser command line tool wrapper module interface collection helpers functions easy lightweight
  modern extensible build config tsconfig files streams events requests browser tests runtime loader
  that renders reads writes checks sorts validates converts any list object string number date`.split(
    /\s+/,
  );

/** About one summary in fifty is not ASCII. */
export const FOREIGN_SUMMARIES = [
  "Bibliothèque légère pour gérer l’état d’une application",
  "日本語の文章を読みやすくする小さな道具",
  "Утилита командной строки для работы с данными",
  "Werkzeug für größere Übersichten und Prüfungen",
  "데이터 표를 그리는 컴포넌트",
];

export const CHAT_WORDS =
  `so I tried the loop again and it still returns undefined can you look at my code it works now thanks
  why does this fail when the array is empty maybe use a map instead of filter hello everyone which
  exercise are you on the test passes but the button does not move ok let me check the console good
  luck with that what do you mean by scope just return the string here is a link nice work`.split(
    /\s+/,
  );
