/**
 * The union column turned round: for each byte class one bit a candidate, so that a query reads of
 * the classes it has and of no other. Made anew when first asked for after a change.
 *
 *   plane   { bit a candidate, 1 where some field holds the class }   32 of them, by class
 */
import {
  candidates,
  planeBytes,
  planes,
  planesMade,
  setPlanesMade,
  survivors,
  unions,
} from "./columns";
import { wantedPresence } from "./filters";

/** Candidates whose bits are read at once; a plane is a whole number of them. */
const BLOCK: u32 = 128;
const CLASSES: u32 = 32;

/** Scratch: 32 unions on their way to be 32 pieces of planes. */
const square: usize = memory.data(CLASSES << 2, 16);
/** Scratch: where the planes of the query's classes are. */
const wanted: usize = memory.data(CLASSES << 2, 4);

/**
 * How many candidates hold all the query's classes in some field or other, or some number above
 * `most` when they are more.
 */
export function countHolders(most: u32): u32 {
  const classes = findPlanes();
  let count: u32 = 0;
  for (let row: u32 = 0; row < candidates && count <= most; row += BLOCK) {
    const bits = holdersIn(row, classes);
    if (!v128.any_true(bits)) continue;
    count += u32(popcnt(i64x2.extract_lane(bits, 0)) + popcnt(i64x2.extract_lane(bits, 1)));
  }
  return count;
}

/** Lists those candidates as survivors; returns how many. */
export function listHolders(): u32 {
  const classes = findPlanes();
  let listed: u32 = 0;
  for (let row: u32 = 0; row < candidates; row += BLOCK) {
    const bits = holdersIn(row, classes);
    if (!v128.any_true(bits)) continue;
    listed = listBits(u64(i64x2.extract_lane(bits, 0)), row, listed);
    listed = listBits(u64(i64x2.extract_lane(bits, 1)), row + 64, listed);
  }
  return listed;
}

function listBits(bits: u64, row: u32, listed: u32): u32 {
  for (; bits != 0; bits &= bits - 1) {
    store<u32>(survivors + (usize(listed++) << 2), row + u32(ctz(bits)));
  }
  return listed;
}

/** Of the candidates of a block: which hold all the classes. */
// @ts-ignore: decorator
@inline
function holdersIn(row: u32, classes: u32): v128 {
  const at = usize(row >> 3);
  let bits = i32x4.splat(-1);
  for (let i: u32 = 0; i < classes; i++) {
    bits = v128.and(bits, v128.load(usize(load<u32>(wanted + (usize(i) << 2))) + at));
  }
  return bits;
}

/** Notes where the planes of the query's classes are; returns how many there are, one at least. */
function findPlanes(): u32 {
  if (!planesMade) makePlanes();
  assert(wantedPresence != 0);
  let classes: u32 = 0;
  for (let left = wantedPresence; left != 0; left &= left - 1) {
    const plane = planes + planeBytes * usize(ctz(left));
    store<u32>(wanted + (usize(classes++) << 2), u32(plane));
  }
  return classes;
}

function makePlanes(): void {
  // Unions of rows beyond the candidates are zero, so whole blocks can be made.
  const rows = (candidates + BLOCK - 1) & ~(BLOCK - 1);
  for (let row: u32 = 0; row < rows; row += CLASSES) {
    memory.copy(square, unions + (usize(row) << 2), CLASSES << 2);
    turnSquare();
    for (let i: u32 = 0; i < CLASSES; i++) {
      const piece = load<u32>(square + (usize(i) << 2));
      store<u32>(planes + planeBytes * usize(i) + usize(row >> 3), piece);
    }
  }
  setPlanesMade();
}

/** Makes bit j of word i what was bit i of word j: by halves, quarters, and so on. */
function turnSquare(): void {
  let mask: u32 = 0x0000ffff;
  for (let half: u32 = 16; half != 0; half >>= 1, mask ^= mask << half) {
    for (let i: u32 = 0; i < CLASSES; i = ((i | half) + 1) & ~half) {
      const upper = square + (usize(i) << 2);
      const lower = square + (usize(i | half) << 2);
      const swap = ((load<u32>(upper) >> half) ^ load<u32>(lower)) & mask;
      store<u32>(upper, load<u32>(upper) ^ (swap << half));
      store<u32>(lower, load<u32>(lower) ^ swap);
    }
  }
}
