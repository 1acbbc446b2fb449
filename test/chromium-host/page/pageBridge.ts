// The isolated world's end of bridge.ts: frames over the DevTools binding, requests, and MessagePorts by id.
import { decodeText, encodeText } from '../codec.ts';
import { joinFrame, type Frame } from '../browser/frames.ts';

export interface PageBridge {
  send(frame: Frame, text: string): void;
  /** A frame that the host answers. */
  request(frame: Frame, text: string): Promise<unknown>;
  /** Keeps the port and relays it. @returns its id */
  give(port: MessagePort): string;
  take(id: string): MessagePort;
  /** The id of a port that came from the host, in an array; empty for any other port. */
  idOf(port: MessagePort): string[];
  /** Delivers a message as if the port's far end had posted it. */
  forward(id: string, text: string): void;
  /** Asked before a message goes through its port; `relayed`: how many went through it. True: it has been delivered. */
  onDeliver(deliver: (id: string, text: string, relayed: number) => boolean): void;
  onMessage(listener: (channel: string, args: unknown[], ports: MessagePort[]) => void): void;
}

type Waiting = (ok: boolean, text: string) => void;

function createSender(binding: string): (frame: Frame, text: string) => void {
  const post = (globalThis as unknown as Record<string, (text: string) => void>)[binding];
  let joined = '';
  return (frame, text) => {
    if (joined === '') {
      queueMicrotask(() => {
        const all = joined;
        joined = '';
        post?.(all);
      });
    }
    joined += joinFrame(frame, text);
  };
}

export function createPageBridge(binding: string): PageBridge {
  const send = createSender(binding);
  const waiting = new Map<number, Waiting>();
  const ports = new Map<string, MessagePort>();
  const taken = new WeakMap<MessagePort, string>();
  const relayed = new Map<string, number>();
  let deliver: Parameters<PageBridge['onDeliver']>[0] = () => false;
  const prefix = `p${Math.random().toString(36).slice(2)}.`;
  let requests = 0;
  let given = 0;
  let listener: (channel: string, args: unknown[], ports: MessagePort[]) => void = () => undefined;

  const keep = (id: string, port: MessagePort): void => {
    ports.set(id, port);
    port.onmessage = (event) => {
      const carried = event.ports.map(give);
      send(
        { t: 'm', port: id, ...(carried.length ? { ports: carried } : {}) },
        encodeText(event.data),
      );
    };
    port.addEventListener('close', () => {
      if (ports.delete(id)) send({ t: 'c', port: id }, '');
    });
  };
  const give = (port: MessagePort): string => {
    const id = `${prefix}${++given}`;
    keep(id, port);
    return id;
  };
  const take = (id: string): MessagePort => {
    const channel = new MessageChannel();
    keep(id, channel.port1);
    taken.set(channel.port2, id);
    return channel.port2;
  };

  const receive = (frame: Frame, text: string): void => {
    const carried = (frame.ports ?? []).map(take);
    switch (frame.t) {
      case 'r': {
        const settle = waiting.get(frame.id ?? 0);
        waiting.delete(frame.id ?? 0);
        settle?.(frame.ok === true, text);
        break;
      }
      case 's':
        listener(frame.ch ?? '', decodeText(text) as unknown[], carried);
        break;
      case 'm': {
        const id = frame.port ?? '';
        const count = relayed.get(id) ?? 0;
        if (carried.length === 0 && ports.has(id) && deliver(id, text, count)) break;
        relayed.set(id, count + 1);
        ports.get(id)?.postMessage(decodeText(text), carried);
        break;
      }
      case 'c':
        relayed.delete(frame.port ?? '');
        ports.get(frame.port ?? '')?.close();
        ports.delete(frame.port ?? '');
        break;
      default:
    }
  };
  Object.defineProperty(globalThis, `${binding}Receive`, {
    value: (...values: string[]) => {
      for (let i = 0; i < values.length; i += 2) {
        receive(JSON.parse(values[i] ?? '') as Frame, values[i + 1] ?? '');
      }
    },
  });

  return {
    send,
    request: (frame, text) =>
      new Promise((resolve, reject) => {
        const id = ++requests;
        waiting.set(id, (ok, answer) => {
          if (ok) resolve(decodeText(answer));
          else reject(new Error(answer));
        });
        send({ ...frame, id }, text);
      }),
    give,
    take,
    idOf: (port) => {
      const id = taken.get(port);
      return id === undefined ? [] : [id];
    },
    forward: (id, text) => {
      if (ports.has(id)) send({ t: 'm', port: id }, text);
    },
    onDeliver: (next) => {
      deliver = next;
    },
    onMessage(next) {
      listener = next;
    },
  };
}
