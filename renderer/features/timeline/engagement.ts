// Which message of a timeline shows what one can do with it: at most one at a time. The one under the pointer; while keys are used, the one with
// the focus, wherever the pointer rests.

export interface Engagement {
  /** @param row any object that stands for the row, the same each time */
  shows(row: object, focused: boolean): boolean;
  enter(row: object): void;
  leave(row: object): void;
  /** The pointer moved within a row, so it counts again. Of a row that came up under it the pointer may not have said that it entered. */
  move(row: object): void;
  /** The menu or panel of a row is open: until it closes no other row shows anything. */
  hold(row: object, open: boolean): void;
  /** A key was pressed in a message. */
  key(): void;
  /** The focus came into the message with this key, or into a menu of it, or left it. */
  focus(messageKey: string, inside: boolean): void;
  /** The message that has the focus. */
  focused(): string | null;
  subscribe(listener: () => void): () => void;
}

export function createEngagement(): Engagement {
  const listeners = new Set<() => void>();
  let pointed: object | null = null;
  let byKeys = false;
  let held: object | null = null;
  let focusedKey: string | null = null;

  function set(row: object | null, keys: boolean): void {
    if (row === pointed && keys === byKeys) return;
    pointed = row;
    byKeys = keys;
    listeners.forEach((listener) => listener());
  }

  return {
    shows(row, focused) {
      if (held !== null) return held === row;
      return byKeys || pointed === null ? focused : pointed === row;
    },
    enter: (row) => set(row, byKeys),
    leave(row) {
      if (pointed === row) set(null, byKeys);
    },
    move: (row) => set(row, false),
    hold(row, open) {
      if (open ? held === row : held !== row) return;
      held = open ? row : null;
      listeners.forEach((listener) => listener());
    },
    key: () => set(pointed, true),
    focus(messageKey, inside) {
      if (inside ? focusedKey === messageKey : focusedKey !== messageKey) return;
      focusedKey = inside ? messageKey : null;
      listeners.forEach((listener) => listener());
    },
    focused: () => focusedKey,
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}
