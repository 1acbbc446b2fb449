// Decides whether data may be sent over a port: JSON types and Uint8Array, nothing else (D10). Pure; knows neither ports nor contracts.
// Objects may come from another realm, so everything is judged by typeof, Array.isArray and the class tag, never by instanceof.

const maxDepth = 64;
const maxNodes = 50_000;
/** Characters and bytes of one incoming message; the largest legal one is a blob of 256 KB (D3). */
const maxUnits = 524_288;

const tagOf = (value: object): string => Object.prototype.toString.call(value);

/** Why a message is refused (too deep, cyclic, too big, exotic), or null when it is plain data. */
export function plainProblem(value: unknown): string | null {
  const left = { nodes: maxNodes, units: maxUnits };
  try {
    return inspect(value, 0, left);
  } catch {
    return 'unreadable';
  }
}

function inspect(value: unknown, depth: number, left: { nodes: number; units: number }) {
  if (depth > maxDepth) return 'nested too deeply';
  left.nodes -= 1;
  if (typeof value === 'string') left.units -= value.length;
  else if (typeof value === 'object' && value !== null) {
    const problem = inspectObject(value, depth, left);
    if (problem !== null) return problem;
  } else if (typeof value === 'function' || typeof value === 'symbol') return 'not plain data';
  else if (typeof value === 'bigint') return 'not plain data';
  return left.nodes < 0 || left.units < 0 ? 'too large' : null;
}

function inspectObject(
  value: object,
  depth: number,
  left: { nodes: number; units: number },
): string | null {
  if (Array.isArray(value)) {
    // A sparse array of a billion holes is cheap to send and endless to walk.
    if (value.length > left.nodes) return 'too large';
    for (const item of value as unknown[]) {
      const problem = inspect(item, depth + 1, left);
      if (problem !== null) return problem;
    }
    return null;
  }
  const tag = tagOf(value);
  if (tag === '[object Uint8Array]' && ArrayBuffer.isView(value)) {
    left.units -= value.byteLength;
    return null;
  }
  if (tag !== '[object Object]') return 'not plain data';
  const keys = Object.keys(value);
  if (keys.length > left.nodes) return 'too large';
  for (const key of keys) {
    left.units -= key.length;
    const problem = inspect((value as Record<string, unknown>)[key], depth + 1, left);
    if (problem !== null) return problem;
  }
  return null;
}

/** Deep equality of plain data; identical objects are equal without a look inside. `undefined` members count as absent. */
export function isEqual(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return false;
  if (Array.isArray(a) || Array.isArray(b)) {
    if (!Array.isArray(a) || !Array.isArray(b) || a.length !== b.length) return false;
    return a.every((item, index) => isEqual(item, b[index]));
  }
  if (ArrayBuffer.isView(a) || ArrayBuffer.isView(b)) return sameBytes(a, b);
  const left = a as Record<string, unknown>;
  const right = b as Record<string, unknown>;
  const keys = Object.keys(left).filter((key) => left[key] !== undefined);
  if (keys.length !== Object.keys(right).filter((key) => right[key] !== undefined).length) {
    return false;
  }
  return keys.every((key) => Object.hasOwn(right, key) && isEqual(left[key], right[key]));
}

function sameBytes(a: object, b: object): boolean {
  if (!ArrayBuffer.isView(a) || !ArrayBuffer.isView(b) || a.byteLength !== b.byteLength) {
    return false;
  }
  const left = new Uint8Array(a.buffer, a.byteOffset, a.byteLength);
  const right = new Uint8Array(b.buffer, b.byteOffset, b.byteLength);
  return left.every((byte, index) => byte === right[index]);
}

/** Bytes of plain data as JSON in UTF-8, or a little more, to keep messages under their limit. Binary data count several times over. */
export function byteSize(value: unknown): number {
  const json = JSON.stringify(value) ?? '';
  // A UTF-16 unit takes at most three bytes. By regular expression: a loop that has just been loaded costs a start 2 ms.
  return json.length + 2 * json.replaceAll(ascii, '').length;
}

const ascii = /[\0-\x7f]+/g;
