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
/** Candidates that are sifted together. */
const STRETCH: u32 = BLOCK << 6;

/** Scratch: 32 unions on their way to be 32 pieces of planes. */
const square: usize = memory.data(CLASSES << 2, 16);
/** How many candidates hold each class. */
const holders: usize = memory.data(CLASSES << 2, 4);
/** Scratch: where the planes of the query's classes are, the rarest first. */
const wanted: usize = memory.data(CLASSES << 2, 4);
let classes: u32 = 0;
/** Scratch: blocks of a stretch, by their first candidate. */
const blocks: usize = memory.data((STRETCH / BLOCK) << 2, 4);

/** Takes the query's classes, at least one, as those that are asked for. */
export function choosePlanes(): void {
  if (!planesMade) makePlanes();
  assert(wantedPresence != 0);
  classes = 0;
  for (let left = wantedPresence; left != 0; left &= left - 1) {
    const count = countOf(ctz(left));
    let place = classes++;
    for (; place > 0; place--) {
      const before = load<u32>(wanted + (usize(place - 1) << 2));
      if (countOf(before) <= count) break;
      store<u32>(wanted + (usize(place) << 2), before);
    }
    store<u32>(wanted + (usize(place) << 2), ctz(left));
  }
  for (let i: u32 = 0; i < classes; i++) {
    const at = wanted + (usize(i) << 2);
    store<u32>(at, u32(planes + planeBytes * usize(load<u32>(at))));
  }
}

function countOf(byteClass: u32): u32 {
  return load<u32>(holders + (usize(byteClass) << 2));
}

/**
 * How many candidates hold all the classes in some field or other, or some number above `most` when
 * they are more.
 */
export function countHolders(most: u32): u32 {
  let count: u32 = 0;
  for (let from: u32 = 0; from < candidates && count <= most; from += STRETCH) {
    const found = findBlocks(from);
    for (let i: u32 = 0; i < found; i++) {
      const bits = holdersIn(blockAt(i));
      count += u32(popcnt(i64x2.extract_lane(bits, 0)) + popcnt(i64x2.extract_lane(bits, 1)));
    }
  }
  return count;
}

/**
 * Lists those candidates as survivors; returns how many. When they are more than `most` it is some
 * number above it, and the list is of no use.
 */
export function listHolders(most: u32): u32 {
  let listed: u32 = 0;
  for (let from: u32 = 0; from < candidates; from += STRETCH) {
    const found = findBlocks(from);
    for (let i: u32 = 0; i < found && listed <= most; i++) {
      const row = blockAt(i);
      const bits = holdersIn(row);
      listed = listBits(u64(i64x2.extract_lane(bits, 0)), row, listed);
      listed = listBits(u64(i64x2.extract_lane(bits, 1)), row + 64, listed);
    }
    if (listed > most) break;
  }
  return listed;
}

function listBits(bits: u64, row: u32, listed: u32): u32 {
  for (; bits != 0; bits &= bits - 1) {
    store<u32>(survivors + (usize(listed++) << 2), row + u32(ctz(bits)));
  }
  return listed;
}

/**
 * Finds the blocks of a stretch that have holders; returns how many. Blocks are sifted first by the
 * rarest planes, then by all, each time without a branch on what they hold: which do is by chance,
 * and to guess wrong takes longer than to read a block.
 */
function findBlocks(from: u32): u32 {
  const end = min(from + STRETCH, candidates);
  const rarest = planeAt(0);
  const second = planeAt(min<u32>(1, classes - 1));
  const third = planeAt(min<u32>(2, classes - 1));
  let found: u32 = 0;
  for (let row = from; row < end; row += BLOCK) {
    const at = usize(row >> 3);
    const bits = v128.and(v128.load(rarest + at), v128.load(second + at));
    store<u32>(blocks + (usize(found) << 2), row);
    found += u32(v128.any_true(v128.and(bits, v128.load(third + at))));
  }
  if (classes <= 3) return found;
  let left: u32 = 0;
  for (let i: u32 = 0; i < found; i++) {
    const row = blockAt(i);
    store<u32>(blocks + (usize(left) << 2), row);
    left += u32(v128.any_true(holdersIn(row)));
  }
  return left;
}

// @ts-ignore: decorator
@inline
function blockAt(i: u32): u32 {
  return load<u32>(blocks + (usize(i) << 2));
}

/** Of the candidates of a block: which hold all the classes. */
// @ts-ignore: decorator
@inline
function holdersIn(row: u32): v128 {
  const at = usize(row >> 3);
  let bits = i32x4.splat(-1);
  for (let i: u32 = 0; i < classes; i++) bits = v128.and(bits, v128.load(planeAt(i) + at));
  return bits;
}

/** Where the plane is that was chosen as number `i`. */
// @ts-ignore: decorator
@inline
function planeAt(i: u32): usize {
  return usize(load<u32>(wanted + (usize(i) << 2)));
}

function makePlanes(): void {
  // Unions of rows beyond the candidates are zero, so whole blocks can be made.
  const rows = (candidates + BLOCK - 1) & ~(BLOCK - 1);
  memory.fill(holders, 0, CLASSES << 2);
  for (let row: u32 = 0; row < rows; row += CLASSES) {
    memory.copy(square, unions + (usize(row) << 2), CLASSES << 2);
    turnSquare();
    for (let i: u32 = 0; i < CLASSES; i++) {
      const piece = load<u32>(square + (usize(i) << 2));
      store<u32>(planes + planeBytes * usize(i) + usize(row >> 3), piece);
      const count = holders + (usize(i) << 2);
      store<u32>(count, load<u32>(count) + popcnt(piece));
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
