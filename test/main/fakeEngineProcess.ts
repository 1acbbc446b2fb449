// The process of an engine that says what a test tells it to say, and keeps what it was asked.
import {
  control,
  controlPort,
  type ControlContract,
  type FromEngine,
  type Notice,
  type ToEngine,
} from '#contract/control';
import { serve, type Implementation } from '#contract/wire/serve';
import type { ValueOf } from '#contract/wire/shapes';
import type { EngineProcess } from '../../main/supervisor';
import { keptLog } from './fakes';

type Values = { [K in keyof ControlContract['values']]: ValueOf<ControlContract, K> };

const nothingToTell: Values = {
  profile: { signedIn: false, userId: null, label: null, avatar: null },
  badge: null,
  rings: [],
  calls: [],
  transferProgress: null,
  transfersDone: null,
  browser: null,
  question: null,
  reader: null,
};

type Asked = readonly [name: keyof ControlContract['calls'], args: Record<string, unknown>];

/** Serves the control contract as the engine's process does, over the messages of a process that is told when to say them. */
export class FakeEngine implements EngineProcess {
  readonly pid: number;
  readonly got: { message: ToEngine; ports: readonly unknown[] }[] = [];
  readonly asked: Asked[] = [];
  /** Answers of a call, by its first argument; a call without an entry is never answered. */
  readonly answers = new Map<string, unknown>();
  readonly #values = { ...nothingToTell };
  readonly #changed = new Set<() => void>();
  readonly #main = controlPort((message) => this.say(message));
  #notices: { key: string; notice: Notice | null }[] = [];
  #onMessage: (message: unknown) => void = () => undefined;
  #onExit: (code: number | null) => void = () => undefined;
  gone = false;
  constructor(pid: number) {
    this.pid = pid;
    const watch = (read: () => void): (() => void) => {
      read();
      this.#changed.add(read);
      return () => void this.#changed.delete(read);
    };
    const value =
      <K extends keyof Values>(name: K) =>
      (_query: unknown, sink: { set(value: Values[K]): void }) =>
        watch(() => sink.set(this.#values[name]));
    const call =
      (name: Asked[0]) =>
      async (args: Record<string, unknown>): Promise<never> => {
        this.asked.push([name, args]);
        const key = String(Object.values(args)[0]);
        if (!this.answers.has(key)) return new Promise(() => undefined);
        const answer = this.answers.get(key);
        if (answer instanceof Error) throw answer;
        return answer as never;
      };
    const served: Implementation<ControlContract> = {
      calls: {
        setIdle: call('setIdle'),
        wake: call('wake'),
        leavePlace: call('leavePlace'),
        acceptFile: call('acceptFile'),
        mediaTicket: call('mediaTicket'),
        exportFile: call('exportFile'),
        savedPath: call('savedPath'),
        declineCall: call('declineCall'),
        browserNotOpened: call('browserNotOpened'),
        pageNews: call('pageNews'),
        answerQuestion: call('answerQuestion'),
        readerGone: call('readerGone'),
        answerNotice: call('answerNotice'),
        readNotice: call('readNotice'),
        noticePicture: call('noticePicture'),
      },
      values: {
        profile: value('profile'),
        badge: value('badge'),
        rings: value('rings'),
        calls: value('calls'),
        transferProgress: value('transferProgress'),
        transfersDone: value('transfersDone'),
        browser: value('browser'),
        question: value('question'),
        reader: value('reader'),
      },
      lists: {
        notices: (_query, sink) => ({ close: watch(() => sink.set(this.#notices)) }),
      },
    };
    const setTimeout = (work: () => void): void => work();
    serve(control, served, this.#main.port, { log: keptLog().log, setTimeout });
  }
  tell = (news: Partial<Values>): void => {
    Object.assign(this.#values, news);
    for (const read of this.#changed) read();
  };
  notice = (roomId: string, notice: Notice | null): void => {
    this.#notices = [...this.#notices.filter(({ key }) => key !== roomId), { key: roomId, notice }];
    for (const read of this.#changed) read();
  };
  /** The list begins anew, as after a message that was lost. */
  loseStep = (): void =>
    this.say({ type: 'contract', message: { t: 'ops', sub: this.#listSub(), seq: 99, ops: [] } });
  #listSub = (): unknown =>
    this.got
      .flatMap(({ message }) => (message.type === 'contract' ? [message.message] : []))
      .map((message) => message as { t: string; sub: number })
      .findLast(({ t }) => t === 'list')?.sub;
  post = (message: ToEngine, ports: readonly unknown[] = []): void => {
    this.got.push({ message, ports });
    if (message.type === 'init') this.say({ type: 'ready' });
    if (message.type === 'stop') this.exit(0);
    if (message.type === 'contract') this.#main.receive(message.message);
  };
  onMessage = (listener: (message: unknown) => void): void => void (this.#onMessage = listener);
  onExit = (listener: (code: number | null) => void): void => void (this.#onExit = listener);
  kill = (): void => this.exit(null);
  say = (message: FromEngine): void => this.#onMessage(message);
  exit = (code: number | null): void => {
    this.gone = true;
    this.#onExit(code);
  };
  /** Without the heartbeat and what the contract carries. */
  raw = () => this.got.filter(({ message }) => !['ping', 'contract'].includes(message.type));
  types = (): string[] => this.raw().map(({ message }) => message.type);
}
