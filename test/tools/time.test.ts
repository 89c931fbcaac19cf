import { describe, expect, test } from "vitest";
import { readTime } from "../../dist/tools/time/read-time.js";
import { readTimeFilters } from "../../dist/tools/time/time-filters.js";
import { showAgo, showInstant } from "../../dist/tools/time/show-time.js";
import { createZone } from "../../dist/tools/time/zone.js";

/** A Monday, 10:30 in UTC, 11:30 in Berlin, 05:30 in New York. */
const NOW = Date.parse("2026-11-30T10:30:15.250Z");

function read(text: string, timeZone = "UTC", now = NOW): string {
  const reading = readTime(text, { now, zone: createZone(timeZone) });
  if ("problem" in reading) return `problem: ${reading.problem}`;
  const { milliseconds, micros, period } = reading;
  const instant = new Date(milliseconds).toISOString().replace("Z", "");
  return `${instant}${String(micros).padStart(3, "0")}${period ? " period" : ""}`;
}

describe("a time", () => {
  test.each([
    ["now", "2026-11-30T10:30:15.250000"],
    ["today", "2026-11-30T00:00:00.000000 period"],
    ["Yesterday", "2026-11-29T00:00:00.000000 period"],
    ["2 weeks ago", "2026-11-16T10:30:15.250000"],
    ["a  week  AGO", "2026-11-23T10:30:15.250000"],
    ["an hour ago", "2026-11-30T09:30:15.250000"],
    ["three months ago", "2026-08-30T10:30:15.250000"],
    ["9 months ago", "2026-02-28T10:30:15.250000"],
    ["1 year ago", "2025-11-30T10:30:15.250000"],
    ["90 seconds ago", "2026-11-30T10:28:45.250000"],
    ["last 3 days", "2026-11-27T10:30:15.250000"],
    ["past two hours", "2026-11-30T08:30:15.250000"],
    ["past month", "2026-10-30T10:30:15.250000"],
    ["last hour", "2026-11-30T09:30:15.250000"],
    ["last Monday", "2026-11-23T00:00:00.000000 period"],
    ["last sunday", "2026-11-29T00:00:00.000000 period"],
    ["last tuesday", "2026-11-24T00:00:00.000000 period"],
    ["this week", "2026-11-30T00:00:00.000000 period"],
    ["last week", "2026-11-23T00:00:00.000000 period"],
    ["this month", "2026-11-01T00:00:00.000000 period"],
    ["last month", "2026-10-01T00:00:00.000000 period"],
    ["last year", "2025-01-01T00:00:00.000000 period"],
    ["2024", "2024-01-01T00:00:00.000000 period"],
    ["2024-03", "2024-03-01T00:00:00.000000 period"],
    ["2024-02-29", "2024-02-29T00:00:00.000000 period"],
    ["2024-03-05T14:00", "2024-03-05T14:00:00.000000"],
    ["2024-03-05 14:00:30", "2024-03-05T14:00:30.000000"],
    ["2024-03-05T14:00:30.1234567Z", "2024-03-05T14:00:30.123456"],
    ["2024-03-05T14:00+02:00", "2024-03-05T12:00:00.000000"],
    ["2024-03-05T14:00 -0530", "2024-03-05T19:30:00.000000"],
    ["2024-03-05T14:00+09", "2024-03-05T05:00:00.000000"],
  ])("%j is read", (text, instant) => {
    expect(read(text)).toBe(instant);
  });

  test.each([
    "",
    "soon",
    "Monday",
    "last",
    "ago",
    "2 fortnights ago",
    "-2 days ago",
    "1.5 days ago",
    "1700000000",
    "03/04/2024",
    "5 March",
    "2024-3",
    "2024-03-05T14",
    "2024-03-05T14:00:00+2",
    "2024-W10",
    "12:00",
    "2024-03-05T14:00Z; drop",
    "99999 years ago",
    "999999 months ago",
    "x".repeat(10_000),
    "0024-03-05",
    "2024-13",
    "2024-02-30",
    "2023-02-29",
    "2024-03-05T24:00",
    "2024-03-05T10:60",
    "2024-03-05T10:00:60",
    "2024-03-05T10:00+16:00",
    "2024-03-05T10:00+01:75",
  ])("%j is a problem, not a guess", (text) => {
    expect(read(text)).toMatch(/^problem: /);
  });

  test("days, and times without a zone, are those of the zone given", () => {
    expect(read("today", "Europe/Berlin")).toBe("2026-11-29T23:00:00.000000 period");
    expect(read("2024-07", "America/New_York")).toBe("2024-07-01T04:00:00.000000 period");
    expect(read("2024-07-01T00:00", "America/New_York")).toBe("2024-07-01T04:00:00.000000");
    expect(read("2024-07-01T00:00Z", "America/New_York")).toBe("2024-07-01T00:00:00.000000");
    expect(read("today", "Pacific/Auckland")).toBe("2026-11-29T11:00:00.000000 period");
    expect(read("last sunday", "Pacific/Auckland", Date.parse("2026-11-29T12:00Z"))).toBe(
      "2026-11-28T11:00:00.000000 period",
    );
  });

  test("a month ago keeps the clock across a change of offset", () => {
    expect(read("2 months ago", "Europe/Berlin")).toBe("2026-09-30T09:30:15.250000");
    expect(read("1440 hours ago", "Europe/Berlin")).toBe("2026-10-01T10:30:15.250000");
  });

  test("a clock that is skipped or repeated is a problem; a day begins when its clocks do", () => {
    expect(read("2026-03-29T02:30", "Europe/Berlin")).toMatch(/skipped/);
    expect(read("2026-10-25T02:30", "Europe/Berlin")).toMatch(/twice/);
    expect(read("2026-10-25T02:30+01:00", "Europe/Berlin")).toBe("2026-10-25T01:30:00.000000");
    // Clocks went from 23:59 to 01:00: the day had no midnight.
    expect(read("2018-11-04", "America/Sao_Paulo")).toBe("2018-11-04T03:00:00.000000 period");
    expect(read("2018-11-04T00:30", "America/Sao_Paulo")).toMatch(/skipped/);
  });
});

describe("the store's filters", () => {
  const filters = (after?: string, before?: string): unknown =>
    readTimeFilters({ after, before }, { now: NOW, zone: createZone("UTC") });

  test("a period holds its first moment after it, and not before it", () => {
    expect(filters("2024-03", "2024-04")).toEqual({
      filters: { after: "2024-02-29T23:59:59.999999Z", before: "2024-04-01T00:00:00.000000Z" },
    });
  });

  test("a moment is given as it is, and nothing as nothing", () => {
    expect(filters("2024-03-05T10:00:00.000001Z")).toEqual({
      filters: { after: "2024-03-05T10:00:00.000001Z" },
    });
    expect(filters()).toEqual({ filters: {} });
  });

  test("an empty span is a problem", () => {
    expect(filters("2024-04", "2024-03")).toEqual({ problem: "after must be earlier than before" });
    expect(filters("2024-03-05T10:00:00.000001Z", "2024-03-05T10:00:00.000001Z")).toHaveProperty(
      "problem",
    );
    expect(
      filters("2024-03-05T10:00:00.000001Z", "2024-03-05T10:00:00.000002Z"),
    ).not.toHaveProperty("problem");
  });
});

describe("what is shown of a time", () => {
  const clock = (timeZone: string): Parameters<typeof showInstant>[1] => ({
    now: NOW,
    zone: createZone(timeZone),
  });

  test("an instant, with the zone's offset", () => {
    expect(showInstant("2026-07-01T12:00:00.999999Z", clock("UTC"))).toBe("2026-07-01T12:00:00Z");
    expect(showInstant("2026-07-01T12:00:00Z", clock("Europe/Berlin"))).toBe(
      "2026-07-01T14:00:00+02:00",
    );
    expect(showInstant("2026-07-01T12:00:00Z", clock("America/St_Johns"))).toBe(
      "2026-07-01T09:30:00-02:30",
    );
    expect(showInstant("1890-01-01T12:00:00Z", clock("Europe/Berlin"))).toMatch(/Z$/);
    expect(showInstant("whenever", clock("UTC"))).toBeNull();
  });

  test.each([
    ["2026-11-30T10:30:00Z", "just now"],
    ["2026-11-30T10:29:00Z", "1 minute ago"],
    ["2026-11-30T07:00:00Z", "3 hours ago"],
    ["2026-11-28T10:00:00Z", "2 days ago"],
    ["2026-11-16T10:00:00Z", "2 weeks ago"],
    ["2026-08-30T10:00:00Z", "3 months ago"],
    ["2021-08-30T10:00:00Z", "5 years ago"],
    ["2026-12-30T10:00:00Z", "in the future"],
  ])("%s was %s", (iso, ago) => {
    expect(showAgo(iso, clock("UTC"))).toBe(ago);
  });
});
