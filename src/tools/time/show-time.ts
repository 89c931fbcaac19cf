import type { Clock } from "./time-point.js";

const MINUTE = 60_000;
const UNITS: readonly (readonly [unit: string, milliseconds: number])[] = [
  ["year", 365 * 86_400_000],
  ["month", 30 * 86_400_000],
  ["week", 7 * 86_400_000],
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", MINUTE],
];

/** An instant to the second, with the zone's offset; null for text that is no instant. */
export function showInstant(iso: string, { zone }: Clock): string | null {
  const instant = Date.parse(iso);
  if (Number.isNaN(instant)) return null;
  const offset = zone.wallAt(instant) - instant;
  // Offsets of old local times hold seconds, which ISO form cannot say.
  if (offset === 0 || offset % MINUTE !== 0) return `${secondsOf(instant)}Z`;
  return secondsOf(instant + offset) + offsetText(offset / MINUTE);
}

/** How long ago, in its largest whole unit; null for text that is no instant. */
export function showAgo(iso: string, { now }: Clock): string | null {
  const elapsed = now - Date.parse(iso);
  if (Number.isNaN(elapsed)) return null;
  if (elapsed < -MINUTE) return "in the future";
  for (const [unit, milliseconds] of UNITS) {
    const count = Math.floor(elapsed / milliseconds);
    if (count >= 1) return `${count} ${unit}${count === 1 ? "" : "s"} ago`;
  }
  return "just now";
}

function secondsOf(milliseconds: number): string {
  return new Date(milliseconds).toISOString().slice(0, -5);
}

function offsetText(minutes: number): string {
  const size = Math.abs(minutes);
  return `${minutes < 0 ? "-" : "+"}${two(Math.floor(size / 60))}:${two(size % 60)}`;
}

function two(value: number): string {
  return String(value).padStart(2, "0");
}
