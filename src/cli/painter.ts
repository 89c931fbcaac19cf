import { styleText } from "node:util";

export type Paint = (text: string) => string;

/** The looks that output is made of; without colour each leaves its text as it is. */
export interface Painter {
  readonly heading: Paint;
  readonly name: Paint;
  readonly place: Paint;
  readonly sequence: Paint;
  readonly match: Paint;
  readonly faint: Paint;
  readonly wrong: Paint;
}

type Format = Parameters<typeof styleText>[0];

export function painter(color: boolean): Painter {
  const paint = (format: Format): Paint =>
    color
      ? (text) => (text === "" ? "" : styleText(format, text, { validateStream: false }))
      : (text) => text;
  return {
    heading: paint(["bold", "underline"]),
    name: paint("bold"),
    place: paint("green"),
    sequence: paint("cyan"),
    match: paint(["bold", "yellow"]),
    faint: paint("dim"),
    wrong: paint("red"),
  };
}
