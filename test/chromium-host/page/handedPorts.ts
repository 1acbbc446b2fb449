// What the page posts to a port that the preload handed it leaves at once, and what comes for it is there at once, as in Electron: both
// worlds run in one thread, and a message that one relays to the other would wait for a turn behind all that the page does meanwhile.
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

type Post = (value: unknown, options?: Transferable[] | StructuredSerializeOptions) => void;
type Deliver = (text: string, relayed: number) => boolean;

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

/** Answers what brings a message: false where it has to take the long way, behind others that are on it or wait for a listener. */
function shorten(port: MessagePort, id: string, world: CrossWorld): Deliver {
  const post = port.postMessage.bind(port) as Post;
  const close = port.close.bind(port);
  const start = port.start.bind(port);
  const setter = Object.getOwnPropertyDescriptor(MessagePort.prototype, 'onmessage')?.set;
  // Nothing may overtake what carries a port of its own.
  let isLong = false;
  let isOpen = true;
  let isStarted = false;
  let arrived = 0;
  port.addEventListener('message', ({ isTrusted }) => {
    if (isTrusted) arrived += 1;
  });
  const shortPost: Post = (value, options) => {
    const transfer = Array.isArray(options) ? options : (options?.transfer ?? []);
    isLong ||= transfer.length > 0;
    if (isLong) post(value, options);
    else if (isOpen) world.emit('post', { id, text: encodeText(value) });
  };
  const own = { writable: true, configurable: true };
  Object.defineProperties(port, {
    postMessage: { ...own, value: shortPost },
    start: {
      ...own,
      value: () => {
        isStarted = true;
        start();
      },
    },
    close: {
      ...own,
      value: () => {
        isOpen = false;
        close();
      },
    },
    onmessage: {
      configurable: true,
      set: (listener: unknown) => {
        isStarted = true;
        setter?.call(port, listener);
      },
    },
  });
  return (text, relayed) => {
    if (!isStarted || arrived < relayed) return false;
    if (isOpen) port.dispatchEvent(new MessageEvent('message', { data: decodeText(text) }));
    return true;
  };
}

/** In the page's world, before any of its scripts. */
export function takeHandedPorts(world: CrossWorld): void {
  const handed: Handed[] = [];
  const taken = new Map<string, Deliver>();
  world.on('ports', (one: Handed) => handed.push(one));
  world.on('deliver', ({ id, text, relayed }: Delivery) => {
    if (taken.get(id)?.(text, relayed) === true) world.emit('delivered', id);
  });
  window.addEventListener(
    'message',
    ({ source, data, ports }) => {
      const next = handed[0];
      if (source !== window || next === undefined || ports.length !== next.ids.length) return;
      // The page may post to itself as well.
      if (encodeText(data) !== next.text) return;
      handed.shift();
      ports.forEach((port, index) => {
        const id = next.ids[index] ?? '';
        taken.set(id, shorten(port, id, world));
      });
    },
    true,
  );
}
