// Structured clone as text: one character for the form, then JSON. Runs in Node and, stripped of types, in the page.
// Plain JSON values (nearly all of them) take a path without building a second tree.

type Tagged = { $: string; v?: unknown; c?: string; n?: string; m?: string; s?: string };
interface Tree {
  j: unknown;
  b?: string[];
}

export class CloneError extends Error {
  constructor() {
    super('An object could not be cloned.');
    this.name = 'DataCloneError';
  }
}

const views: Record<string, new (buffer: ArrayBuffer) => ArrayBufferView> = {
  Int8Array,
  Uint8Array,
  Uint8ClampedArray,
  Int16Array,
  Uint16Array,
  Int32Array,
  Uint32Array,
  Float32Array,
  Float64Array,
  BigInt64Array,
  BigUint64Array,
  DataView,
};

function classOf(value: object): string {
  return Object.prototype.toString.call(value).slice(8, -1);
}

function bytesToText(bytes: Uint8Array): string {
  const own = bytes as Uint8Array & { toBase64?: () => string };
  if (own.toBase64) return own.toBase64();
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('base64');
}

function textToBytes(text: string): ArrayBuffer {
  const own = Uint8Array as unknown as { fromBase64?: (text: string) => Uint8Array };
  // a copy: Node's small buffers are slices of a shared pool
  const bytes = own.fromBase64 ? own.fromBase64(text) : new Uint8Array(Buffer.from(text, 'base64'));
  return bytes.buffer as ArrayBuffer;
}

/** True where JSON alone carries the value: no undefined, no special numbers, no shared or foreign objects. */
function isPlainJson(value: unknown, seen: Set<object>): boolean {
  if (typeof value === 'string' || typeof value === 'boolean' || value === null) return true;
  if (typeof value === 'number') return Number.isFinite(value) && !Object.is(value, -0);
  if (typeof value !== 'object' || seen.has(value)) return false;
  seen.add(value);
  if (Array.isArray(value)) {
    for (let i = 0; i < value.length; i++) if (!isPlainJson(value[i], seen)) return false;
    return true;
  }
  const proto: unknown = Object.getPrototypeOf(value);
  if (proto !== Object.prototype && proto !== null) return false;
  for (const key of Object.keys(value)) {
    if (!isPlainJson((value as Record<string, unknown>)[key], seen)) return false;
  }
  return true;
}

function encodeObject(value: object, encode: (value: unknown) => unknown): unknown {
  switch (classOf(value)) {
    case 'Date':
      return { $: 'd', v: (value as Date).getTime() };
    case 'RegExp':
      return { $: 'r', v: [(value as RegExp).source, (value as RegExp).flags] };
    case 'Map':
      return {
        $: 'm',
        v: [...(value as Map<unknown, unknown>)].map(([k, x]) => [encode(k), encode(x)]),
      };
    case 'Set':
      return { $: 's', v: [...(value as Set<unknown>)].map(encode) };
    case 'Error': {
      const error = value as Error;
      return { $: 'e', n: error.name, m: error.message, s: error.stack };
    }
    case 'Object':
    case 'Module':
      break;
    default:
      throw new CloneError();
  }
  const source = value as Record<string, unknown>;
  const keys = Object.keys(source);
  if (keys.some((key) => key === '$' || key === '__proto__')) {
    return { $: 'o', v: keys.map((key) => [key, encode(source[key])]) };
  }
  return Object.fromEntries(keys.map((key) => [key, encode(source[key])]));
}

function encodeTree(root: unknown): Tree {
  const buffers: string[] = [];
  const seen = new Map<object, number>();
  const encode = (value: unknown): unknown => {
    switch (typeof value) {
      case 'string':
      case 'boolean':
        return value;
      case 'number':
        if (Number.isFinite(value) && !Object.is(value, -0)) return value;
        return { $: 'n', v: Object.is(value, -0) ? '-0' : String(value) };
      case 'undefined':
        return { $: 'u' };
      case 'bigint':
        return { $: 'i', v: String(value) };
      case 'function':
      case 'symbol':
        throw new CloneError();
      default:
    }
    if (typeof value !== 'object' || value === null) return null;
    const known = seen.get(value);
    if (known !== undefined) return { $: '#', v: known };
    seen.set(value, seen.size);
    if (Array.isArray(value)) return Array.from(value, encode);
    if (ArrayBuffer.isView(value)) {
      const bytes = new Uint8Array(value.buffer, value.byteOffset, value.byteLength);
      const name = value.constructor.name in views ? value.constructor.name : 'Uint8Array';
      return { $: 'T', c: name, v: buffers.push(bytesToText(bytes)) - 1 };
    }
    if (classOf(value) === 'ArrayBuffer') {
      return { $: 'B', v: buffers.push(bytesToText(new Uint8Array(value as ArrayBuffer))) - 1 };
    }
    return encodeObject(value, encode);
  };
  const j = encode(root);
  return buffers.length > 0 ? { j, b: buffers } : { j };
}

function decodeTree({ j, b = [] }: Tree): unknown {
  const seen: unknown[] = []; // numbered in the order in which the encoder met the objects
  const put = <T>(value: T): T => {
    seen.push(value);
    return value;
  };
  const define = (target: object, key: string, value: unknown): void => {
    Object.defineProperty(target, key, {
      value,
      enumerable: true,
      writable: true,
      configurable: true,
    });
  };
  const decodeTagged = (value: Tagged): unknown => {
    switch (value.$) {
      case 'u':
        return undefined;
      case 'n':
        return Number(value.v);
      case 'i':
        return BigInt(value.v as string);
      case '#':
        return seen[value.v as number];
      case 'T': {
        const buffer = textToBytes(b[value.v as number] ?? '');
        const View = views[value.c ?? ''] ?? Uint8Array;
        return put(new View(buffer));
      }
      case 'B':
        return put(textToBytes(b[value.v as number] ?? ''));
      case 'd':
        return put(new Date(value.v as number));
      case 'r': {
        const [source, flags] = value.v as [string, string];
        return put(new RegExp(source, flags));
      }
      case 'm': {
        const map = put(new Map<unknown, unknown>());
        for (const [k, x] of value.v as [unknown, unknown][]) map.set(decode(k), decode(x));
        return map;
      }
      case 's': {
        const set = put(new Set<unknown>());
        for (const x of value.v as unknown[]) set.add(decode(x));
        return set;
      }
      case 'e': {
        const error = put(new Error(value.m));
        define(error, 'name', value.n);
        define(error, 'stack', value.s);
        return error;
      }
      default: {
        const object = put({});
        for (const [k, x] of value.v as [string, unknown][]) define(object, k, decode(x));
        return object;
      }
    }
  };
  const decode = (value: unknown): unknown => {
    if (typeof value !== 'object' || value === null) return value;
    if (Array.isArray(value)) {
      const list = put<unknown[]>([]);
      for (const x of value) list.push(decode(x));
      return list;
    }
    if ('$' in value) return decodeTagged(value as Tagged);
    const object = put<Record<string, unknown>>({});
    for (const [k, x] of Object.entries(value)) object[k] = decode(x);
    return object;
  };
  return decode(j);
}

/** @throws CloneError for functions, symbols, DOM objects and other things that structured clone refuses */
export function encodeText(value: unknown): string {
  if (value === undefined) return 'u';
  if (isPlainJson(value, new Set())) return `j${JSON.stringify(value)}`;
  return `t${JSON.stringify(encodeTree(value))}`;
}

export function decodeText(text: string): unknown {
  if (text === 'u') return undefined;
  const value: unknown = JSON.parse(text.slice(1));
  return text.startsWith('j') ? value : decodeTree(value as Tree);
}
