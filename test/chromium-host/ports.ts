// MessagePortMain and MessageChannelMain, and the hub that carries ports into another process.
// Messages are text (codec.ts) from end to end, so a relay neither decodes nor copies. Order is kept always.
import { encodeText, decodeText } from './codec.ts';
import type { Frame, PostFrame } from './browser/frames.ts';
import { Guarded } from './guard.ts';

interface Outlet {
  message(text: string, ports: readonly MessagePortMain[]): void;
  close(): void;
}

type Queued = { text: string; ports: MessagePortMain[] } | 'closed';

export class MessagePortMain extends Guarded {
  #peer: MessagePortMain | null = null;
  #queue: Queued[] = [];
  #outlet: Outlet | null = null;
  #started = false;
  #closed = false;
  #scheduled = false;

  static hostPair(): [MessagePortMain, MessagePortMain] {
    const pair: [MessagePortMain, MessagePortMain] = [new MessagePortMain(), new MessagePortMain()];
    pair[0].#peer = pair[1];
    pair[1].#peer = pair[0];
    return pair;
  }

  postMessage(value: unknown, transfer: readonly MessagePortMain[] = []): void {
    const text = encodeText(value);
    if (!this.#outlet && !this.#closed) this.hostForward(text, [...transfer]);
  }

  start(): void {
    this.#started = true;
    this.#flush();
  }

  close(): void {
    if (this.#closed || this.#outlet) return;
    this.hostClose();
    this.emit('close');
  }

  /** From here on this end lives in another process. */
  hostBind(outlet: Outlet): void {
    if (this.#outlet) throw new Error('The port was already transferred');
    this.#outlet = outlet;
    this.#flush();
  }

  /** A message that this end's holder posted. */
  hostForward(text: string, ports: MessagePortMain[]): void {
    const peer = this.#peer;
    if (peer) peer.#arrive({ text, ports });
  }

  /** This end's holder closed it, or is gone. */
  hostClose(): void {
    const peer = this.#peer;
    this.#closed = true;
    this.#peer = null;
    if (!peer) return;
    peer.#peer = null;
    peer.#arrive('closed');
  }

  #arrive(entry: Queued): void {
    this.#queue.push(entry);
    this.#flush();
  }

  #flush(): void {
    if (this.#outlet) {
      for (const entry of this.#queue.splice(0)) this.#deliver(entry);
    } else if (this.#started) {
      this.#schedule();
    }
  }

  #schedule(): void {
    if (this.#scheduled || this.#queue.length === 0) return;
    this.#scheduled = true;
    setImmediate(() => {
      this.#scheduled = false;
      try {
        for (let entry = this.#queue.shift(); entry; entry = this.#queue.shift()) {
          this.#deliver(entry);
        }
      } finally {
        this.#schedule(); // a listener threw: the rest is not lost
      }
    });
  }

  #deliver(entry: Queued): void {
    if (entry === 'closed') {
      if (this.#outlet) this.#outlet.close();
      else if (!this.#closed) this.emit('close');
      this.#closed = true;
    } else if (this.#outlet) {
      this.#outlet.message(entry.text, entry.ports);
    } else if (!this.#closed) {
      this.emit('message', { data: decodeText(entry.text), ports: entry.ports });
    }
  }
}

export class MessageChannelMain {
  readonly port1: MessagePortMain;
  readonly port2: MessagePortMain;
  constructor() {
    [this.port1, this.port2] = MessagePortMain.hostPair();
  }
}

/** All ports that have one end in a certain other process or page. */
export class PortHub {
  readonly #ports = new Map<string, MessagePortMain>();
  readonly #post: PostFrame;
  readonly #prefix: string;
  #count = 0;

  constructor(prefix: string, post: PostFrame) {
    this.#prefix = prefix;
    this.#post = post;
  }

  /** Hands a port over; the id goes into the frame that carries it. */
  give(port: MessagePortMain): string {
    const id = `${this.#prefix}${++this.#count}`;
    this.#bind(id, port);
    return id;
  }

  /** The port that arrived under this id. */
  take(id: string): MessagePortMain {
    const [mine, theirs] = MessagePortMain.hostPair();
    this.#bind(id, theirs);
    return mine;
  }

  receive(frame: Frame, text: string): void {
    const id = frame.port ?? '';
    const port = this.#ports.get(id);
    if (frame.t === 'm') {
      const carried = (frame.ports ?? []).map((each) => this.take(each));
      port?.hostForward(text, carried);
    } else if (port) {
      this.#ports.delete(id);
      port.hostClose();
    }
  }

  /** The other side is gone: every port's far end learns it. */
  closeAll(): void {
    const ports = [...this.#ports.values()];
    this.#ports.clear();
    for (const port of ports) port.hostClose();
  }

  #bind(id: string, port: MessagePortMain): void {
    this.#ports.set(id, port);
    port.hostBind({
      message: (text, ports) => {
        const given = ports.map((each) => this.give(each));
        this.#post({ t: 'm', port: id, ...(given.length > 0 ? { ports: given } : {}) }, text);
      },
      close: () => {
        if (this.#ports.delete(id)) this.#post({ t: 'c', port: id }, '');
      },
    });
  }
}
