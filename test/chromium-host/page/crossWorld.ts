// contextBridge between the page's world and the isolated world. Both hold one end of a private event target;
// calls are synchronous, and what crosses is cloned. It knows nothing of ipc.

type Side = 'm' | 'i';
type Fn = (...args: unknown[]) => unknown;
interface Marked {
  __bridge: 'f' | 'p';
  id: string;
}

export interface CrossWorld {
  /** A value made fit to cross: functions and promises become marks. */
  lower(value: unknown): unknown;
  lift(value: unknown, freeze?: boolean): unknown;
  emit(type: string, detail: unknown): void;
  on(type: string, listener: (detail: never) => void): void;
}

function isPlain(value: unknown): value is Record<string, unknown> {
  if (typeof value !== 'object' || value === null) return false;
  if (Array.isArray(value)) return true;
  const proto: unknown = Object.getPrototypeOf(value);
  return proto === null || proto === Object.prototype;
}

function createLower(side: Side, functions: Map<string, Fn>, settle: Fn): (v: unknown) => unknown {
  const ids = new WeakMap<Fn, string>();
  let count = 0;
  const lower = (value: unknown, seen: Map<object, unknown>): unknown => {
    if (typeof value === 'function') {
      const fn = value as Fn;
      const id = ids.get(fn) ?? `${side}${++count}`;
      ids.set(fn, id);
      functions.set(id, fn);
      return { __bridge: 'f', id };
    }
    if (typeof value === 'symbol') throw new TypeError('Symbols cannot cross the context bridge');
    if (value instanceof Promise) {
      const id = `${side}${++count}`;
      value.then(
        (result) => settle(id, true, result),
        (error: unknown) => settle(id, false, error),
      );
      return { __bridge: 'p', id };
    }
    if (!isPlain(value)) return value;
    const known = seen.get(value);
    if (known) return known;
    const copy: Record<string, unknown> = (Array.isArray(value) ? [] : {}) as Record<
      string,
      unknown
    >;
    seen.set(value, copy);
    for (const key of Object.keys(value)) copy[key] = lower(value[key], seen);
    return copy;
  };
  return (value) => lower(value, new Map());
}

function createLift(
  call: (id: string, args: unknown[]) => unknown,
  pending: Map<string, (ok: boolean, value: unknown) => void>,
): (v: unknown, freeze?: boolean) => unknown {
  const proxies = new Map<string, Fn>();
  const lift = (value: unknown, freeze: boolean, seen: Map<object, unknown>): unknown => {
    if (!isPlain(value)) return value;
    const mark = value as unknown as Marked;
    if (mark.__bridge === 'f') {
      const proxy = proxies.get(mark.id) ?? ((...args: unknown[]) => call(mark.id, args));
      proxies.set(mark.id, proxy);
      return proxy;
    }
    if (mark.__bridge === 'p') {
      return new Promise((resolve, reject) => {
        pending.set(mark.id, (ok, result) => (ok ? resolve(result) : reject(result as Error)));
      });
    }
    const known = seen.get(value);
    if (known) return known;
    const copy: Record<string, unknown> = (Array.isArray(value) ? [] : {}) as Record<
      string,
      unknown
    >;
    seen.set(value, copy);
    for (const key of Object.keys(value)) copy[key] = lift(value[key], freeze, seen);
    return freeze ? Object.freeze(copy) : copy;
  };
  return (value, freeze = false) => lift(value, freeze, new Map());
}

export function createCrossWorld(channel: EventTarget, side: Side): CrossWorld {
  const other: Side = side === 'm' ? 'i' : 'm';
  const functions = new Map<string, Fn>();
  const pending = new Map<string, (ok: boolean, value: unknown) => void>();
  let answer: { ok: boolean; value: unknown } | null = null;

  const emit = (type: string, detail: unknown): void => {
    channel.dispatchEvent(new CustomEvent(side + type, { detail }));
  };
  const on = (type: string, listener: (detail: never) => void): void => {
    channel.addEventListener(other + type, (event) => {
      const { detail } = event as CustomEvent<never>;
      if (detail) listener(detail);
    });
  };
  const settle = (id: unknown, ok: unknown, value: unknown): void => {
    emit('settle', { id, ok, value: lower(value) });
  };
  const lower = createLower(side, functions, settle);
  const call = (id: string, args: unknown[]): unknown => {
    const before = answer;
    answer = null;
    emit('call', { id, args: args.map(lower) });
    const result = answer as { ok: boolean; value: unknown } | null;
    answer = before;
    if (!result) throw new TypeError('An object could not be cloned.');
    if (result.ok) return lift(result.value);
    throw lift(result.value);
  };
  const lift = createLift(call, pending);

  on('call', ({ id, args }: { id: string; args: unknown[] }) => {
    let result: { ok: boolean; value: unknown };
    try {
      const value: unknown = functions.get(id)?.(...args.map((arg) => lift(arg)));
      result = { ok: true, value: lower(value) };
    } catch (error) {
      result = { ok: false, value: error instanceof Error ? error : lower(error) };
    }
    emit('answer', result);
  });
  on('answer', (result: { ok: boolean; value: unknown }) => {
    answer = result;
  });
  on('settle', ({ id, ok, value }: { id: string; ok: boolean; value: unknown }) => {
    const done = pending.get(id);
    pending.delete(id);
    done?.(ok, lift(value));
  });
  return { lower, lift, emit, on };
}
