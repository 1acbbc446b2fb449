// What the page posts to a port that the preload handed it leaves at once, as in Electron, and not in a turn of the page's thread that
// comes after all that the page does next: both worlds run in one thread, so a relayed message would wait there twice.
import { encodeText } from '../codec.ts';
import type { CrossWorld } from './crossWorld.ts';
import type { PageBridge } from './pageBridge.ts';

interface Handed {
  /** The message that brings the ports. */
  text: string;
  ids: string[];
}

type Post = (value: unknown, options?: Transferable[] | StructuredSerializeOptions) => void;

/** In the isolated world: says which ports go into the page, and sends what the page posts to them. */
export function tellHandedPorts(world: CrossWorld, bridge: PageBridge): void {
  const post = window.postMessage.bind(window) as (...args: unknown[]) => void;
  window.postMessage = (message: unknown, ...rest: unknown[]) => {
    const given: unknown[] = Array.isArray(rest[1]) ? rest[1] : [];
    const ids = given.flatMap((one) => (one instanceof MessagePort ? bridge.idOf(one) : []));
    if (ids.length > 0) world.emit('ports', { text: encodeText(message), ids } satisfies Handed);
    post(message, ...rest);
  };
  world.on('post', ({ id, text }: { id: string; text: string }) => bridge.forward(id, text));
}

function shorten(port: MessagePort, id: string, world: CrossWorld): void {
  const post = port.postMessage.bind(port) as Post;
  const close = port.close.bind(port);
  // Nothing may overtake what carries a port of its own: that goes the long way.
  let isLong = false;
  let isOpen = true;
  const shortPost: Post = (value, options) => {
    const transfer = Array.isArray(options) ? options : (options?.transfer ?? []);
    isLong ||= transfer.length > 0;
    if (isLong) post(value, options);
    else if (isOpen) world.emit('post', { id, text: encodeText(value) });
  };
  Object.defineProperties(port, {
    postMessage: { value: shortPost, writable: true, configurable: true },
    close: {
      value: () => {
        isOpen = false;
        close();
      },
      writable: true,
      configurable: true,
    },
  });
}

/** In the page's world, before any of its scripts. */
export function takeHandedPorts(world: CrossWorld): void {
  const handed: Handed[] = [];
  world.on('ports', (one: Handed) => handed.push(one));
  window.addEventListener(
    'message',
    ({ source, data, ports }) => {
      const next = handed[0];
      if (source !== window || next === undefined || ports.length !== next.ids.length) return;
      // The page may post to itself as well.
      if (encodeText(data) !== next.text) return;
      handed.shift();
      ports.forEach((port, index) => shorten(port, next.ids[index] ?? '', world));
    },
    true,
  );
}
