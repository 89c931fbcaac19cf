/** Numbers shorter than this are exact, so most lines need no second look. */
const LONG_NUMBER = 16;

const QUOTE = 0x22;
const BACKSLASH = 0x5c;
const MINUS = 0x2d;
const POINT = 0x2e;

/**
 * `JSON.parse`, except that a long number which a double would round (an id of 64 bits, say) comes
 * back as the text it was written as. Throws `SyntaxError` as `JSON.parse` does.
 */
export function parseExactJson(text: string): unknown {
  const value: unknown = JSON.parse(text);
  if (!hasLongNumber(text)) return value;
  const quoted = quoteInexactNumbers(text);
  return quoted === text ? value : JSON.parse(quoted);
}

/** True when so many digits and points stand together anywhere, strings included. */
function hasLongNumber(text: string): boolean {
  // A run this long covers one of every so many units, so the others need no look.
  for (let i = LONG_NUMBER - 1; i < text.length; i += LONG_NUMBER) {
    let start = i + 1;
    while (isDigitOrPoint(text.charCodeAt(start - 1))) start--;
    let end = i + 1;
    while (end > start && isDigitOrPoint(text.charCodeAt(end))) end++;
    if (end - start >= LONG_NUMBER) return true;
  }
  return false;
}

/** Expects valid JSON: nothing but numbers starts with a digit or a minus outside its strings. */
function quoteInexactNumbers(json: string): string {
  let out = "";
  let copied = 0;
  for (let i = 0; i < json.length; i++) {
    const unit = json.charCodeAt(i);
    if (unit === QUOTE) i = closingQuote(json, i);
    else if (unit === MINUS || isDigit(unit)) {
      const end = numberEnd(json, i);
      const literal = json.slice(i, end);
      if (!isExact(literal)) {
        out += `${json.slice(copied, i)}"${literal}"`;
        copied = end;
      }
      i = end - 1;
    }
  }
  return out + json.slice(copied);
}

function closingQuote(json: string, open: number): number {
  let close = json.indexOf('"', open + 1);
  while (isEscaped(json, close)) close = json.indexOf('"', close + 1);
  return close;
}

function isEscaped(json: string, quote: number): boolean {
  let start = quote;
  while (json.charCodeAt(start - 1) === BACKSLASH) start--;
  return (quote - start) % 2 === 1;
}

function numberEnd(json: string, start: number): number {
  let end = start + 1;
  while (end < json.length && /[\d.eE+-]/.test(json.charAt(end))) end++;
  return end;
}

/** Short literals stay numbers whatever they are; a long one only when it prints as it was written. */
function isExact(literal: string): boolean {
  if (!hasLongNumber(literal)) return true;
  const value = Number(literal);
  return String(value) === literal && (Number.isSafeInteger(value) || !Number.isInteger(value));
}

function isDigit(unit: number): boolean {
  return unit >= 0x30 && unit <= 0x39;
}

function isDigitOrPoint(unit: number): boolean {
  return isDigit(unit) || unit === POINT;
}
