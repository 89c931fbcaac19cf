import type { Handles } from "./handles.js";
import type { HostMemory } from "./memory.js";
import { takeString, writeString, type Allocator } from "./strings.js";

/** How values of one C++ type cross the line. On the line there are only numbers. */
export interface WireType {
  fromWire(wire: number): unknown;
  /** What `owned` collects is freed after the call. */
  toWire(value: unknown, owned: number[]): number;
  /** Reads an argument that stands in memory. */
  read(address: number): unknown;
}

/** A C++ object: its address, and how to let it go. */
export class NativeObject {
  readonly address: number;
  readonly destroy: () => void;

  constructor(address: number, destroy: () => void) {
    this.address = address;
    this.destroy = destroy;
  }
}

/** What the types of one instance work on. */
export interface Host {
  readonly memory: HostMemory;
  readonly handles: Handles;
  readonly allocator: () => Allocator;
  /** Marks the instance as dead, and throws. */
  readonly die: (reason: string) => never;
}

export function voidType(): WireType {
  return { fromWire: () => undefined, toWire: () => 0, read: () => undefined };
}

export function boolType(memory: HostMemory, yes: number): WireType {
  return {
    fromWire: (wire) => wire !== 0,
    toWire: (value) => (value === true ? yes : 0),
    read: (address) => memory.bytes[address] !== 0,
  };
}

/** Integers of 32 bits; re2.wasm passes no others. */
export function integerType(memory: HostMemory, signed: boolean): WireType {
  const sign = (value: number): number => (signed ? value | 0 : value >>> 0);
  return {
    fromWire: sign,
    toWire: Number,
    read: (address) => sign(memory.word(address)),
  };
}

export function stringType({ memory, allocator, die }: Host): WireType {
  const take = (address: number): string => takeString(memory, allocator(), address >>> 0);
  return {
    fromWire: take,
    toWire: (value, owned) => {
      const address = writeString(memory, allocator(), String(value));
      if (address === 0) die("out of memory");
      owned.push(address);
      return address;
    },
    read: (address) => take(memory.word(address)),
  };
}

export function handleType({ memory, handles }: Host): WireType {
  return {
    fromWire: (wire) => handles.take(wire),
    toWire: (value) => handles.add(value),
    read: (address) => handles.take(memory.word(address)),
  };
}

/** An object that the module made; `free` lets it go. */
export function objectType(
  free: (wire: number) => void,
  addressOf: (wire: number) => number = (wire) => wire,
): WireType {
  return {
    fromWire: (wire) => new NativeObject(addressOf(wire), () => free(wire)),
    toWire: (value) => (value instanceof NativeObject ? value.address : 0),
    read: () => undefined,
  };
}
