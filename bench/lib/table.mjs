// Tables for people, and numbers in the digits that their spread deserves.

/** @param {import("../types.js").Table} table @returns {string} */
export function formatTable({ title, columns, rows, notes = [] }) {
  const widths = columns.map((column, i) =>
    Math.max(column.length, ...rows.map((row) => (row[i] ?? "").length)),
  );
  const line = (/** @type {readonly string[]} */ cells) =>
    cells
      .map((cell, i) => (i === 0 ? cell.padEnd(widths[i] ?? 0) : cell.padStart(widths[i] ?? 0)))
      .join("  ")
      .trimEnd();
  const rule = widths.map((width) => "-".repeat(width)).join("  ");
  return [title, line(columns), rule, ...rows.map(line), ...notes, ""].join("\n");
}

/** Three significant digits, no exponent. @param {number} value */
export function digits(value) {
  if (!Number.isFinite(value)) return String(value);
  if (value === 0) return "0";
  const places = Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(places, 5));
}

/** @param {number} value in milliseconds */
export function milliseconds(value) {
  return value < 0.001 ? `${(value * 1000).toFixed(2)} µs` : `${digits(value)} ms`;
}

/** Median, then the tenth and ninetieth percentile. @param {import("../types.js").Spread} spread */
export function spreadCell({ median, p10, p90 }) {
  return `${digits(median)} (${digits(p10)}–${digits(p90)})`;
}

/** @param {number} value */
export function times(value) {
  return `${digits(value)}×`;
}

/** @param {number} bytes */
export function megabytes(bytes) {
  return `${digits(bytes / 1e6)} MB`;
}
