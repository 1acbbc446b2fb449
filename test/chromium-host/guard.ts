// Makes every member that the host lacks fail by name, at the place that used it.
// The trap sits at the end of the prototype chain, so known members cost nothing and `this` stays the object.
import { EventEmitter } from 'node:events';

// read by promises, serialisers and module interop on any object: absent, never an error
const quiet = new Set(['then', 'toJSON', 'inspect', 'nodeType', '__esModule', 'default', 'domain']);
const names = new WeakMap<object, string>();

export function notEmulated(member: string): never {
  throw new Error(`chromium-host: electron.${member} is not emulated`);
}

function trap(target: object, nameOf: (receiver: object) => string): object {
  return new Proxy(target, {
    get(known, key, receiver) {
      if (typeof key === 'symbol' || key in known || quiet.has(key)) {
        return Reflect.get(known, key, receiver);
      }
      const owner = nameOf(receiver as object);
      return notEmulated(owner ? `${owner}.${key}` : key);
    },
  });
}

/** Base of every emulated class: an EventEmitter whose unknown members throw. */
export class Guarded extends EventEmitter {
  constructor() {
    super();
    this.setMaxListeners(0);
  }
}
const instanceTrap = trap(Object.create(EventEmitter.prototype) as object, (receiver) => {
  const known = names.get(receiver);
  return known ?? (receiver as { constructor: { name: string } }).constructor.name;
});
Object.setPrototypeOf(Guarded.prototype, instanceTrap);
Object.setPrototypeOf(
  Guarded,
  trap(EventEmitter, (receiver) => (receiver as { name: string }).name),
);

/** Gives one object the name under which its unknown members are reported. */
export function named<T extends object>(name: string, object: T): T {
  names.set(object, name);
  return object;
}

/** A plain namespace such as `dialog`: members may be replaced, unknown ones throw. */
export function namespace<T extends object>(name: string, members: T): T {
  Object.setPrototypeOf(
    members,
    trap(Object.prototype, () => name),
  );
  return members;
}

export interface Preventable {
  defaultPrevented: boolean;
  preventDefault(): void;
}

/** An event object as Electron hands to listeners. */
export function preventable<T extends object>(details: T): T & Preventable {
  return {
    ...details,
    defaultPrevented: false,
    preventDefault() {
      this.defaultPrevented = true;
    },
  };
}
