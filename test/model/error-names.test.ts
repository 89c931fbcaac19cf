import { expect, test } from "vitest";
import * as conformance from "../../dist/conformance/index.js";
import * as reading from "../../dist/import/index.js";
import * as root from "../../dist/index.js";
import * as wire from "../../dist/wire/index.js";

type ErrorClass = new (message: string, data: unknown) => root.BackreadError;

const classes = [root, conformance, reading, wire]
  .flatMap((door) => Object.entries<unknown>({ ...door }))
  .filter((entry): entry is [string, ErrorClass] => isErrorClass(entry[1]))
  .filter(([name]) => name !== "BackreadError");

function isErrorClass(value: unknown): value is ErrorClass {
  return typeof value === "function" && value.prototype instanceof root.BackreadError;
}

test("whatever a host throws makes an error that can be posted and written as JSON", () => {
  const blank: unknown = Object.create(null);
  for (const cause of [Symbol("gone"), 10n, blank, { gone: 1 }, () => 1, "gone", null]) {
    const json = root.ReadError.of(cause).toJSON();
    expect(structuredClone(json)).toEqual(JSON.parse(JSON.stringify(json)));
    expect(json).toMatchObject({ code: "read_failed", data: { source: expect.any(String) } });
  }
});

test("there are classes of errors behind the doors", () => {
  expect(classes.length).toBeGreaterThan(20);
});

// Not read from the class: test/runtimes throws them in a page whose classes a minifier renamed.
test.each(classes)("%s has its class's name, and says it", (name, Class) => {
  const error = new Class("full", {});
  expect({ name: error.name, json: error.toJSON().name }).toEqual({ name, json: name });
  expect(String(error)).toBe(`${name}: full`);
  expect(Object.hasOwn(error, "name")).toBe(false);
});
