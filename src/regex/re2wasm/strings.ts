import type { HostMemory } from "./memory.js";

const encoder = new TextEncoder();
// A match may begin with U+FEFF, which would be left out, and with it a character of its length.
const decoder = new TextDecoder("utf-8", { ignoreBOM: true });

/** What the module exports for memory that it owns. */
export interface Allocator {
  malloc(size: number): number;
  free(address: number): void;
}

/*
 * A std::string as embind passes it:
 *
 *   +0        +4
 *   length    UTF-8 bytes … 0
 */
const LENGTH_BYTES = 4;

/** Copies a string in; the address is the caller's to free, 0 when there is no room. */
export function writeString(memory: HostMemory, allocator: Allocator, text: string): number {
  const room = text.length * 3;
  const address = allocator.malloc(LENGTH_BYTES + room + 1) >>> 0;
  if (address === 0) return 0;
  const start = address + LENGTH_BYTES;
  const { written } = encoder.encodeInto(text, memory.bytes.subarray(start, start + room));
  memory.setWord(address, written);
  memory.bytes[start + written] = 0;
  return address;
}

/** Copies a string out and frees it. */
export function takeString(memory: HostMemory, allocator: Allocator, address: number): string {
  const start = address + LENGTH_BYTES;
  const text = decoder.decode(memory.bytes.subarray(start, start + memory.word(address)));
  allocator.free(address);
  return text;
}

/** A zero-terminated string. */
export function readCString(memory: HostMemory, address: number): string {
  const end = memory.bytes.indexOf(0, address);
  return decoder.decode(memory.bytes.subarray(address, end));
}
