/** Bits behind the point: far more than the micro-units that are asked for. */
const PRECISION = 160n;
const ONE = 1n << PRECISION;
const MICRO = 1_000_000n;

/** ln 2 = 2 artanh(1/3). */
const LN_2 = twiceArtanh(1n, 3n);

/**
 * The natural logarithm of `numerator / denominator`, both above 0, in millionths, rounded once.
 * Exact integers throughout, because `Math.log` may differ in its last bit from one runtime to
 * another; the error before rounding is below 2^-140.
 */
export function microLog(numerator: bigint, denominator: bigint): bigint {
  if (numerator <= 0n || denominator <= 0n) throw new RangeError("a logarithm of what is not > 0");
  let halvings = BigInt(bits(numerator) - bits(denominator));
  let [top, bottom] =
    halvings >= 0n ? [numerator, denominator << halvings] : [numerator << -halvings, denominator];
  // Now top / bottom is in (1/2, 2); below 1 it is doubled, so that the series converges alike.
  if (top < bottom) {
    top <<= 1n;
    halvings--;
  }
  const scaled = halvings * LN_2 + twiceArtanh(top - bottom, top + bottom);
  return roundedShift(scaled * MICRO);
}

/** 2 artanh(x / y) = 2 (z + z³/3 + z⁵/5 …), for 0 <= x / y <= 1/3. */
function twiceArtanh(x: bigint, y: bigint): bigint {
  const ratio = (x << PRECISION) / y;
  const square = (ratio * ratio) >> PRECISION;
  let power = ratio;
  let sum = 0n;
  for (let odd = 1n; power > 0n; odd += 2n) {
    sum += power / odd;
    power = (power * square) >> PRECISION;
  }
  return 2n * sum;
}

function bits(value: bigint): number {
  return value.toString(2).length;
}

function roundedShift(value: bigint): bigint {
  return (value + ONE / 2n) >> PRECISION;
}
