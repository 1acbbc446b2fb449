// Events of the call classes, typed: a listener of one event knows its arguments. In place of Node's emitter, of which the origin was a subclass.

/** Event names with the listeners they take. */
type ListenersOf<Events> = { [Name in keyof Events]: (...args: never[]) => void };

export class Emitter<Events extends ListenersOf<Events>> {
  readonly #listeners = new Map<keyof Events, Set<Events[keyof Events]>>();

  on<Name extends keyof Events>(name: Name, listener: Events[Name]): this {
    const known = this.#listeners.get(name) ?? new Set();
    known.add(listener);
    this.#listeners.set(name, known);
    return this;
  }

  off<Name extends keyof Events>(name: Name, listener: Events[Name]): this {
    this.#listeners.get(name)?.delete(listener);
    return this;
  }

  /** Calls the listeners in the order in which they were added; listeners that are added or removed meanwhile do not count. */
  emit<Name extends keyof Events>(name: Name, ...args: Parameters<Events[Name]>): void {
    for (const listener of [...(this.#listeners.get(name) ?? [])])
      (listener as (...given: Parameters<Events[Name]>) => void)(...args);
  }

  listenerCount(name: keyof Events): number {
    return this.#listeners.get(name)?.size ?? 0;
  }
}
