// Owns events: objects like the DOM's, one handler per type (the on… property), bubbling request → transaction → database.
// There is no addEventListener: the crypto library sets on… properties only.
import { refuseMembers } from './errors';

export type Handler<E extends IdbEvent = IdbEvent> = ((event: E) => unknown) | null | undefined;

export class IdbEvent {
  target: object | null = null;
  currentTarget: object | null = null;
  defaultPrevented = false;

  constructor(
    readonly type: string,
    readonly bubbles = false,
    readonly cancelable = false,
  ) {}

  preventDefault(): void {
    if (this.cancelable) this.defaultPrevented = true;
  }
}

refuseMembers(IdbEvent, ['stopPropagation', 'stopImmediatePropagation', 'composedPath']);

export class IDBVersionChangeEvent extends IdbEvent {
  readonly oldVersion: number;
  readonly newVersion: number | null;

  constructor(type: string, init: { oldVersion?: number; newVersion?: number | null } = {}) {
    super(type);
    this.oldVersion = init.oldVersion ?? 0;
    this.newVersion = init.newVersion ?? null;
  }
}

/** An object that has on… handlers. */
export class IdbTarget {}

interface Bubbling extends IdbTarget {
  readonly onerror: Handler;
  readonly onabort?: Handler;
}

refuseMembers(IdbTarget, ['addEventListener', 'removeEventListener', 'dispatchEvent']);

/** Calls one handler; an exception goes to `report`. Returns whether it threw. */
export function notify<E extends IdbEvent>(
  event: E,
  target: IdbTarget,
  handler: Handler<E>,
  report: (error: unknown) => void,
): boolean {
  if (typeof handler !== 'function') return false;
  event.target ??= target;
  event.currentTarget = target;
  try {
    Reflect.apply(handler, target, [event]);
    return false;
  } catch (error) {
    report(error);
    return true;
  } finally {
    event.currentTarget = null;
  }
}

/** Calls the handlers of error and abort along `path`, the target first, whether or not one throws. */
export function bubble(
  event: IdbEvent,
  path: readonly Bubbling[],
  report: (error: unknown) => void,
): boolean {
  let threw = false;
  event.target = path[0] ?? null;
  for (const node of path) {
    const handler = event.type === 'error' ? node.onerror : node.onabort;
    if (notify(event, node, handler, report)) threw = true;
  }
  return threw;
}
