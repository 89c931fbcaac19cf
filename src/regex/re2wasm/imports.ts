import type { Bindings } from "./bindings.js";
import type { HostMemory } from "./memory.js";
import { readCString } from "./strings.js";
import type { Host } from "./types.js";

type Import = (...args: number[]) => number | void;

/** What the module imports, its memory apart. */
export function moduleImports(
  host: Host,
  bindings: Bindings,
  onStateBuilt: () => void,
): Record<string, Record<string, Import>> {
  return {
    env: {
      ...bindings.imports(),
      ...valueImports(host, bindings),
      ...failureImports(host),
      ...lockImports(onStateBuilt),
      ...memoryImports(host),
      __cxa_atexit: () => 0,
      setTempRet0: () => {},
      strftime_l: () => 0,
    },
    wasi_snapshot_preview1: wasiImports(host.memory),
  };
}

/** The module builds its results as JavaScript objects, step by step. */
function valueImports({ memory, handles, die }: Host, bindings: Bindings): Record<string, Import> {
  return {
    _emval_new_object: () => handles.add({}),
    _emval_new_array: () => handles.add([]),
    _emval_new_cstring: (address = 0) => handles.add(readCString(memory, address)),
    _emval_take_value: (type = 0, address = 0) => handles.add(bindings.type(type).read(address)),
    _emval_set_property: (object = 0, key = 0, value = 0) => {
      const target = handles.get(object);
      if (typeof target !== "object" || target === null) die("a property of no object");
      else Reflect.set(target, String(handles.get(key)), handles.get(value));
    },
    _emval_incref: (handle = 0) => handles.retain(handle),
    _emval_decref: (handle = 0) => handles.release(handle),
    _emval_call: () => die("an unexpected call"),
  };
}

function failureImports({ memory, allocator, die }: Host): Record<string, Import> {
  return {
    abort: () => die("aborted"),
    __assert_fail: (condition = 0) => die(`assertion ${readCString(memory, condition)}`),
    __cxa_allocate_exception: (size = 0) => allocator().malloc(size),
    __cxa_throw: () => die("C++ exception"),
  };
}

/**
 * There is one thread, so nothing waits. But RE2 takes a lock for writing exactly when its automaton
 * lacks a state and must build it, which is the only costly step of a search.
 */
function lockImports(onStateBuilt: () => void): Record<string, Import> {
  return {
    pthread_rwlock_init: () => 0,
    pthread_rwlock_destroy: () => 0,
    pthread_rwlock_rdlock: () => 0,
    pthread_rwlock_unlock: () => 0,
    pthread_rwlock_wrlock: () => {
      onStateBuilt();
      return 0;
    },
  };
}

function memoryImports({ memory, die }: Host): Record<string, Import> {
  return {
    emscripten_memcpy_big: (to = 0, from = 0, count = 0) => {
      memory.bytes.copyWithin(to, from, from + count);
    },
    emscripten_resize_heap: (wanted = 0) =>
      memory.growTo(wanted >>> 0) ? 1 : die(`out of memory (${wanted >>> 0} bytes wanted)`),
  };
}

/** No files, no environment; what is written (RE2's log) is dropped, its length acknowledged. */
function wasiImports(memory: HostMemory): Record<string, Import> {
  return {
    fd_close: () => 0,
    fd_seek: () => 0,
    environ_get: () => 0,
    environ_sizes_get: (count = 0, size = 0) => {
      memory.setWord(count, 0);
      memory.setWord(size, 0);
      return 0;
    },
    fd_write: (_file, vectors = 0, count = 0, written = 0) => {
      let total = 0;
      for (let i = 0; i < count; i++) total += memory.word(vectors + i * 8 + 4);
      memory.setWord(written, total);
      return 0;
    },
  };
}
