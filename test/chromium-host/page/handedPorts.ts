// Delivers messages of a port that the preload handed to the page at once, in both directions, as Electron does: both
// worlds run in one thread, and a message relayed from one to the other would wait behind all of the page's work.
import { decodeText, encodeText } from '../codec.ts';
import type { CrossWorld } from './crossWorld.ts';
import type { PageBridge } from './pageBridge.ts';

interface Handed {
  /** The message that brings the ports. */
  text: string;
  ids: string[];
}

interface Delivery {
  id: string;
  text: string;
  relayed: number;
}

/** In the isolated world: says which ports go into the page, sends what the page posts to them, and brings what comes. */
export function tellHandedPorts(world: CrossWorld, bridge: PageBridge): void {
  const post = window.postMessage.bind(window) as (...args: unknown[]) => void;
  let delivered = false;
  window.postMessage = (message: unknown, ...rest: unknown[]) => {
    const given: unknown[] = Array.isArray(rest[1]) ? rest[1] : [];
    const ids = given.flatMap((one) => (one instanceof MessagePort ? bridge.idOf(one) : []));
    if (ids.length > 0) world.emit('ports', { text: encodeText(message), ids } satisfies Handed);
    post(message, ...rest);
  };
  world.on('post', ({ id, text }: { id: string; text: string }) => bridge.forward(id, text));
  world.on('delivered', () => {
    delivered = true;
  });
  bridge.onDeliver((id, text, relayed) => {
    delivered = false;
    world.emit('deliver', { id, text, relayed } satisfies Delivery);
    return delivered;
  });
}

interface Taken {
  readonly id: string;
  /** It carried a port of its own once, which nothing may overtake. */
  isLong: boolean;
  isOpen: boolean;
  /** Somebody listens. */
  isStarted: boolean;
  /** Number of messages that were relayed. */
  arrived: number;
}

/** By the prototype, so that whoever wraps it later sees every port alike. */
function shorten(taken: WeakMap<MessagePort, Taken>, world: CrossWorld): void {
  const proto = MessagePort.prototype;
  const { postMessage, start, close } = proto;
  const listener = Object.getOwnPropertyDescriptor(proto, 'onmessage');
  const marked = (port: MessagePort, mark: 'isStarted' | 'isOpen', to: boolean): void => {
    const one = taken.get(port);
    if (one !== undefined) one[mark] = to;
  };
  Object.assign(proto, {
    postMessage(
      this: MessagePort,
      ...args: [unknown, (Transferable[] | StructuredSerializeOptions)?]
    ) {
      const one = taken.get(this);
      const [value, options] = args;
      const transfer = Array.isArray(options) ? options : (options?.transfer ?? []);
      if (one !== undefined) one.isLong ||= transfer.length > 0;
      if (one === undefined || one.isLong) Reflect.apply(postMessage, this, args);
      else if (one.isOpen) world.emit('post', { id: one.id, text: encodeText(value) });
    },
    start(this: MessagePort) {
      marked(this, 'isStarted', true);
      Reflect.apply(start, this, []);
    },
    close(this: MessagePort) {
      marked(this, 'isOpen', false);
      Reflect.apply(close, this, []);
    },
  });
  Object.defineProperty(proto, 'onmessage', {
    ...listener,
    set(this: MessagePort, next: unknown) {
      marked(this, 'isStarted', true);
      listener?.set?.call(this, next);
    },
  });
}

/** In the page's world, before any of its scripts. */
export function takeHandedPorts(world: CrossWorld): void {
  const handed: Handed[] = [];
  const taken = new WeakMap<MessagePort, Taken>();
  const ports = new Map<string, MessagePort>();
  shorten(taken, world);
  world.on('ports', (one: Handed) => handed.push(one));
  world.on('deliver', ({ id, text, relayed }: Delivery) => {
    const port = ports.get(id);
    const one = port === undefined ? undefined : taken.get(port);
    // Behind others that are on the long way, or wait for a listener.
    if (one === undefined || !one.isStarted || one.arrived < relayed) return;
    world.emit('delivered', id);
    if (one.isOpen) port?.dispatchEvent(new MessageEvent('message', { data: decodeText(text) }));
  });
  const take = (port: MessagePort, id: string): void => {
    const one: Taken = { id, isLong: false, isOpen: true, isStarted: false, arrived: 0 };
    taken.set(port, one);
    ports.set(id, port);
    port.addEventListener('message', ({ isTrusted }) => {
      if (isTrusted) one.arrived += 1;
    });
    port.addEventListener('close', () => ports.delete(id));
  };
  window.addEventListener(
    'message',
    (event) => {
      const next = handed[0];
      if (event.source !== window || next === undefined) return;
      // The page may post to itself as well.
      if (event.ports.length !== next.ids.length || encodeText(event.data) !== next.text) return;
      handed.shift();
      event.ports.forEach((port, index) => take(port, next.ids[index] ?? ''));
    },
    true,
  );
}
