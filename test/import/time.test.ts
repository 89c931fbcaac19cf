import { expect, test } from "vitest";
import { microsOf, microsOfIso, microsOfSeconds } from "../../dist/import/time.js";

test.each([
  ["1518127246.000478", 1_518_127_246_000_478],
  ["1.5", 1_500_000],
  ["0", 0],
  ["12345678901", null],
  ["9999999999.999999", null],
  ["1.0000000", null],
  ["-1", null],
  ["1e9", null],
  [" 1", null],
])("seconds %j", (text, micros) => {
  expect(microsOfSeconds(text)).toBe(micros);
});

test.each([
  ["2020-01-01T00:00:00Z", 1_577_836_800_000_000],
  ["2020-01-01T00:00:00.123456789Z", 1_577_836_800_123_456],
  ["2020-01-01T02:30:00+02:30", 1_577_836_800_000_000],
  ["2019-12-31T22:00:00.5-0200", 1_577_836_800_500_000],
  ["2020-01-01 00:00:00", 1_577_836_800_000_000],
  ["2020-01-01T00:00", 1_577_836_800_000_000],
  ["2020-01-01 00:00:00 UTC", 1_577_836_800_000_000],
  ["2020-01-01", null],
  ["2020-13-01T00:00:00Z", null],
  ["2020-01-01T25:00:00Z", null],
  ["1969-12-31T23:59:59Z", null],
  ["10:02", null],
  ["", null],
])("ISO %j", (text, micros) => {
  expect(microsOfIso(text)).toBe(micros);
});

test("any: milliseconds have eleven to fourteen digits", () => {
  expect(microsOf("1577836800000")).toBe(1_577_836_800_000_000);
  expect(microsOf("1577836800")).toBe(1_577_836_800_000_000);
  expect(microsOf("99999999999999")).toBeNull();
});
