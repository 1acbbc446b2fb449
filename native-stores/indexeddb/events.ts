// Owns events: objects like the DOM's, one handler per type (the on… property), bubbling request → transaction → database.
// There is no addEventListener: the crypto library sets on… properties only.
import { refuseMembers } from './errors';

export type Handler<E extends IdbEvent = IdbEvent> = ((event: E) => unknown) | null;

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

refuseMembers(IdbTarget, ['addEventListener', 'removeEventListener', 'dispatchEvent']);

/**
 * Calls the handlers along `path`, the target first; without bubbling only the target's.
 * An exception of a handler goes to `report` and the others are still called. Returns whether one threw.
 */
export function dispatch(
  event: IdbEvent,
  path: readonly IdbTarget[],
  report: (error: unknown) => void,
): boolean {
  let threw = false;
  event.target = path[0] ?? null;
  for (const node of event.bubbles ? path : path.slice(0, 1)) {
    const handler: unknown = Reflect.get(node, `on${event.type}`);
    if (typeof handler !== 'function') continue;
    event.currentTarget = node;
    try {
      Reflect.apply(handler, node, [event]);
    } catch (error) {
      threw = true;
      report(error);
    }
  }
  event.currentTarget = null;
  return threw;
}
