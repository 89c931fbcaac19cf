import { expect, test } from "vitest";
import { speaksOfSelf } from "../../dist/speakers/intent/first-person.js";
import { namesParticipant } from "../../dist/speakers/intent/names-participant.js";
import { rosterEntry, type RosterSnapshot } from "../../dist/speakers/roster/roster.js";

const ROSTER: RosterSnapshot = {
  id: "s1",
  route: "r",
  epoch: 1,
  entries: [
    rosterEntry("nadia", "Nadia Berg", "actor:slack:n"),
    rosterEntry("user", "", "actor:slack:x"),
    rosterEntry("user.2", "馬克", "actor:slack:m"),
  ],
  truncated: false,
};

test.for([
  ["en", "Which dose did I pick?"],
  ["en", "what was my last order"],
  ["en", "I'm sure it was mine"],
  ["de", "Was habe ich über Porto gesagt?"],
  ["fr", "Qu'est-ce que j'ai dit hier ?"],
  ["fr", "Qu’est-ce que j’ai dit hier ?"],
  ["fr", "Qui m'a répondu ?"],
  ["es", "¿Qué dije sobre el hotel?"],
  ["it", "Cosa ho detto del viaggio?"],
  ["it", "il mio albergo"],
  ["pt", "O que eu disse ontem?"],
  ["nl", "Wat heb ik gezegd?"],
  ["pl", "Co ja powiedziałam o hotelu?"],
  ["ru", "Что я говорил о поездке?"],
  ["zh", "我昨天说了什么?"],
  ["ja", "私は何を言いましたか"],
  ["ja", "ぼくの予定は?"],
])("%s: %s asks about oneself", ([, text]) => {
  expect(speaksOfSelf(text ?? "")).toBe(true);
});

test.for([
  "Overview of doses, please.",
  "tell me about the deploy",
  "Zeig mir die Rechnung",
  "Dis-moi ce qui a changé",
  "powiedz mi o hotelu",
  "скажи мне о поездке",
  "告诉我结果",
  "I ragazzi e la scuola",
  "chleb i masło",
  "Ja, das stimmt",
  "I/O errors at example.me and io.me",
  "我们的计划",
  "私たちの予定",
  "",
])("%s does not", (text) => {
  expect(speaksOfSelf(text)).toBe(false);
});

test("a participant is named by name, by its first part and by handle, as whole words", () => {
  const named = ["what NADIA BERG thinks", "does nadia agree?", "ask user.2", "馬克说了什么"];
  for (const text of named) expect(namesParticipant(text, ROSTER), text).toBe(true);
  for (const text of ["Nadianna", "users", ""])
    expect(namesParticipant(text, ROSTER), text).toBe(false);
});
