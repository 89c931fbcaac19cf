import { expect, test } from "vitest";
import {
  localTimeOf,
  microsOf,
  microsOfIso,
  microsOfMailDate,
  microsOfSeconds,
} from "../../dist/import/time.js";

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
  ["2020-02-29T24:00:00Z", 1_583_020_800_000_000],
  ["2021-02-29T00:00:00Z", null],
  ["2020-04-31T00:00:00+02:00", null],
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

test.each([
  ["Mon, 1 Jan 2024 10:00:00 +0200", Date.UTC(2024, 0, 1, 8)],
  ["1 Jan 2024 10:00 -0530 (a comment)", Date.UTC(2024, 0, 1, 15, 30)],
  ["Monday, 01 January 2024 10:00:00 GMT", Date.UTC(2024, 0, 1, 10)],
  ["Fri, 1 Jan 99 10:00:00 EST", Date.UTC(1999, 0, 1, 15)],
  ["Mon, 1 Jan 24 23:59:60 Z", Date.UTC(2024, 0, 2)],
  ["Mon, 1 Jan 2024 10:00:00", null],
  ["Mon, 1 Jan 2024 10:00:00 XYZ", null],
  ["Sat, 31 Feb 2024 10:00:00 +0000", null],
  ["Mon, 1 Jan 2024 24:00:00 +0000", null],
  ["Mon, 1 Foo 2024 10:00:00 +0000", null],
  ["2024-01-01", null],
  ["", null],
])("mail date %j", (text, millis) => {
  expect(microsOfMailDate(text)).toBe(millis === null ? null : millis * 1000);
});

test("a time without a zone stays a clock's time", () => {
  expect(localTimeOf("2024-01-01 10:00:00.5")).toBe("2024-01-01T10:00:00");
  expect(localTimeOf("2024-01-01T10:00:00Z")).toBeNull();
  expect(localTimeOf("10:00")).toBeNull();
});
