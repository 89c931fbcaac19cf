import { readCString } from "./strings.js";
import {
  boolType,
  handleType,
  integerType,
  objectType,
  stringType,
  voidType,
  type Host,
  type NativeObject,
  type WireType,
} from "./types.js";

type NativeFunction = (...args: number[]) => number;
/** A function of the module's indirect table, by its number. */
export type Lookup = (index: number) => NativeFunction;
type Import = (...args: number[]) => void;

/** A call's types: result first, then the arguments. */
interface Signature {
  readonly invoker: NativeFunction;
  readonly context: number;
  readonly types: readonly number[];
}

/**
 * What the module registers of itself when it starts, in embind's protocol: the types that cross the
 * line, and the class `WrappedRE2` with its methods.
 */
export class Bindings {
  readonly #host: Host;
  readonly #lookup: Lookup;
  readonly #types = new Map<number, WireType>();
  readonly #classNames = new Map<number, string>();
  readonly #functions = new Map<string, Signature>();

  constructor(host: Host, lookup: Lookup) {
    this.#host = host;
    this.#lookup = lookup;
  }

  /** Calls a method, or a class's constructor by the class's name alone. */
  call(name: string, self: NativeObject | null, args: readonly unknown[]): unknown {
    const signature = this.#functions.get(name);
    if (signature === undefined) return this.#host.die(`the module has no ${name}`);
    const { invoker, context, types } = signature;
    const first = self === null ? 1 : 2;
    const owned: number[] = [];
    const wire = args.map((arg, i) => this.type(types[first + i]).toWire(arg, owned));
    const result = invoker(context, ...(self === null ? [] : [self.address]), ...wire);
    for (const address of owned) this.#host.allocator().free(address);
    return this.type(types[0]).fromWire(result);
  }

  type(id: number | undefined): WireType {
    const type = id === undefined ? undefined : this.#types.get(id);
    return type ?? this.#host.die(`the module uses a type that it did not register`);
  }

  /** The registration imports, by their names in the module. */
  imports(): Record<string, Import> {
    const { memory } = this.#host;
    const set = (id: number, type: WireType): void => void this.#types.set(id, type);
    return {
      _embind_register_void: (id = 0) => set(id, voidType()),
      _embind_register_bool: (id = 0, _name, _size, yes = 1) => set(id, boolType(memory, yes)),
      _embind_register_integer: (id = 0, _name, _size, minimum = 0) =>
        set(id, integerType(memory, minimum < 0)),
      _embind_register_std_string: (id = 0) => set(id, stringType(this.#host)),
      _embind_register_emval: (id = 0) => set(id, handleType(this.#host)),
      // Registered by every embind module; no function of this one takes or gives any.
      _embind_register_float: () => {},
      _embind_register_std_wstring: () => {},
      _embind_register_memory_view: () => {},
      ...this.#classImports(),
    };
  }

  #classImports(): Record<string, Import> {
    return {
      _embind_register_class: (...args) => this.#registerClass(args),
      _embind_register_smart_ptr: (...args) => this.#registerSmartPointer(args),
      _embind_register_class_constructor: (...args) => {
        const [id = 0, ...call] = args;
        this.#define(this.#className(id), call);
      },
      _embind_register_class_function: (...args) => {
        const [id = 0, name = 0, ...call] = args;
        const method = readCString(this.#host.memory, name);
        this.#define(`${this.#className(id)}.${method}`, call);
      },
    };
  }

  /** Arguments 0–2 are the class, its pointer and its const pointer; 10 its name, 12 its destructor. */
  #registerClass(args: readonly number[]): void {
    const [id = 0, pointer = 0, constPointer = 0] = args;
    const destructor = args[12] ?? 0;
    const type = objectType((address) => void this.#lookup(destructor)(address));
    for (const each of [id, pointer, constPointer]) this.#types.set(each, type);
    this.#classNames.set(id, readCString(this.#host.memory, args[10] ?? 0));
  }

  /** Argument 0 is the pointer's type, 5 reads the object's address, 11 lets the pointer go. */
  #registerSmartPointer(args: readonly number[]): void {
    const pointee = args[5] ?? 0;
    const destructor = args[11] ?? 0;
    this.#types.set(
      args[0] ?? 0,
      objectType(
        (wire) => void this.#lookup(destructor)(wire),
        (wire) => this.#lookup(pointee)(wire),
      ),
    );
  }

  /** `call` is how many types, where they stand, a signature, the invoker and its context. */
  #define(name: string, call: readonly number[]): void {
    const [count = 0, types = 0, , invoker = 0, context = 0] = call;
    this.#functions.set(name, {
      invoker: this.#lookup(invoker),
      context,
      types: this.#host.memory.words(types, count),
    });
  }

  #className(id: number): string {
    return this.#classNames.get(id) ?? "";
  }
}
