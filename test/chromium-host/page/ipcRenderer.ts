// ipcRenderer as a sandboxed preload has it.
import { encodeText } from '../codec.ts';
import type { PageBridge } from './pageBridge.ts';

type Listener = (event: object, ...args: unknown[]) => void;

/** Members that are missing fail by name, as in the main process. */
export function guardPage<T extends object>(name: string, members: T): T {
  return new Proxy(members, {
    get(target, key, receiver) {
      if (typeof key === 'symbol' || key in target || key === 'then' || key === '__esModule') {
        return Reflect.get(target, key, receiver) as unknown;
      }
      const owner = name ? `${name}.` : '';
      throw new Error(`chromium-host: electron.${owner}${key} is not emulated`);
    },
  });
}

function createListeners(self: () => object) {
  const table = new Map<string, Listener[]>();
  const on = (channel: string, listener: Listener): object => {
    table.set(channel, [...(table.get(channel) ?? []), listener]);
    return self();
  };
  const off = (channel: string, listener: Listener): object => {
    const list = [...(table.get(channel) ?? [])];
    const at = list.findIndex((each) => each === listener || originals.get(each) === listener);
    if (at >= 0) list.splice(at, 1);
    table.set(channel, list);
    return self();
  };
  const originals = new WeakMap<Listener, Listener>();
  const once = (channel: string, listener: Listener): object => {
    const wrapped: Listener = (...args) => {
      off(channel, wrapped);
      listener(...args);
    };
    originals.set(wrapped, listener);
    return on(channel, wrapped);
  };
  const removeAllListeners = (channel?: string): object => {
    if (channel === undefined) table.clear();
    else table.delete(channel);
    return self();
  };
  return { table, on, once, off, removeAllListeners };
}

export function createIpcRenderer(bridge: PageBridge): object {
  const { table, on, once, off, removeAllListeners } = createListeners(() => ipcRenderer);
  bridge.onMessage((channel, args, ports) => {
    const event = { sender: ipcRenderer, ports };
    for (const listener of table.get(channel) ?? []) listener(event, ...args);
  });
  const ipcRenderer: object = guardPage('ipcRenderer', {
    invoke: async (channel: string, ...args: unknown[]) =>
      bridge.request({ t: 'i', ch: channel }, encodeText(args)),
    send: (channel: string, ...args: unknown[]) =>
      bridge.send({ t: 's', ch: channel }, encodeText(args)),
    postMessage: (channel: string, value: unknown, transfer: MessagePort[] = []) => {
      const text = encodeText([value]);
      bridge.send({ t: 's', ch: channel, ports: transfer.map(bridge.give) }, text);
    },
    on,
    once,
    off,
    addListener: on,
    removeListener: off,
    removeAllListeners,
    listenerCount: (channel: string) => table.get(channel)?.length ?? 0,
  });
  return ipcRenderer;
}
