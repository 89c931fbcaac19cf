// How numbers are written into source files.

const WIDTH = 96;

/** @param {readonly number[]} values */
function base36(values) {
  return values.map((value) => value.toString(36)).join(" ");
}

/** @param {readonly import("./source.mjs").Range[]} ranges */
export function rangeText(ranges) {
  let end = 0;
  return base36(
    ranges.flatMap(([first, last]) => {
      const gap = first - end;
      end = last;
      return [gap, last - first];
    }),
  );
}

/** @param {readonly import("./lowercase.mjs").Run[]} runs */
export function runText(runs) {
  let end = 0;
  return base36(
    runs.flatMap(({ first, last, stride, delta }) => {
      const gap = first - end;
      end = last;
      return [gap, last - first, stride, delta];
    }),
  );
}

/** A long text as string literals of one line each. @param {string} text */
export function words(text) {
  const lines = text.match(new RegExp(`.{1,${WIDTH}}`, "g")) ?? [];
  return lines.map((line) => `  ${JSON.stringify(line)}`).join(" +\n");
}

/** @param {Uint8Array} data */
export function bytes(data) {
  return wrap([...data].map(String));
}

/** @param {readonly import("./lowercase.mjs").Run[]} runs */
export function columns(runs) {
  return wrap(
    runs.flatMap(({ first, last, stride, delta }) => {
      const rest = ((last - first) << 17) | ((stride - 1) << 16) | (delta & 0xffff);
      return [`0x${first.toString(16)}`, `0x${(rest >>> 0).toString(16)}`];
    }),
  );
}

/** @param {readonly string[]} items */
function wrap(items) {
  const lines = [];
  let line = " ";
  for (const item of items) {
    if (line.length + item.length + 2 > WIDTH) {
      lines.push(line);
      line = " ";
    }
    line += ` ${item},`;
  }
  return [...lines, line].join("\n");
}
