// An HTTP/1.1 proxy in front of a real homeserver that tests script: statuses, delays, cuts, slow bytes, edited answers.
// It keeps methods and paths of what passed, never bodies, queries or tokens.
import { once } from 'node:events';
import { createServer, request as httpRequest, Agent } from 'node:http';
import type { IncomingMessage, OutgoingHttpHeaders, Server, ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { freePort } from '../homeserver/freePort.cjs';
import { createHolds, type Hold, type HoldPoint } from './holds';
import {
  createRuleSet,
  type FaultRule,
  type Matcher,
  type RequestInfo,
  type RuleSet,
} from './faultRules';

export { on } from './faultRules';
export type { FaultRule, Matcher } from './faultRules';
export type { Hold } from './holds';

export interface LoggedRequest {
  readonly method: string;
  /** Without the query. */
  readonly range?: string;
  readonly path: string;
  readonly atMs: number;
  /** Status that the client got; null while under way; 'cut' when the connection broke first. */
  readonly outcome: number | 'cut' | null;
}

type Predicate = (request: LoggedRequest) => boolean;

export interface FaultProxy {
  readonly url: string;
  readonly rules: Pick<RuleSet, 'add' | 'clear'>;
  readonly log: readonly LoggedRequest[];
  /** Resolves with the next request that fits, when it arrives; with `past`, an earlier one counts too. */
  waitForRequest(predicate: Predicate, options?: WaitOptions): Promise<LoggedRequest>;
  /** The same for requests whose outcome is known. */
  waitForOutcome(predicate: Predicate, options?: WaitOptions): Promise<LoggedRequest>;
  hold(match: Matcher, at: HoldPoint): Hold;
  /** Down: every connection is cut and new ones are refused; up again: the same address. */
  setDown(down: boolean): Promise<void>;
  close(): Promise<void>;
}

export interface WaitOptions {
  readonly past?: boolean;
  readonly timeoutMs?: number;
}

interface Waiter {
  readonly kind: 'arrived' | 'finished';
  readonly predicate: Predicate;
  readonly resolve: (request: LoggedRequest) => void;
}

/** The record of what passed, and those who wait for an entry. */
const createLog = () => {
  const entries: LoggedRequest[] = [];
  const waiters = new Set<Waiter>();
  const tell = (kind: Waiter['kind'], entry: LoggedRequest) => {
    for (const waiter of waiters) {
      if (waiter.kind !== kind || !waiter.predicate(entry)) continue;
      waiters.delete(waiter);
      waiter.resolve(entry);
    }
  };
  return {
    entries,
    arrived(request: RequestInfo) {
      const path = request.path.split('?')[0] ?? '';
      const { method, range } = request;
      const ranged = range === undefined ? {} : { range };
      const entry = { method, path, ...ranged, atMs: Date.now(), outcome: null };
      const writable: { -readonly [K in keyof LoggedRequest]: LoggedRequest[K] } = entry;
      entries.push(writable);
      tell('arrived', writable);
      return (outcome: number | 'cut') => {
        if (writable.outcome !== null) return;
        writable.outcome = outcome;
        tell('finished', writable);
      };
    },
    async wait(kind: Waiter['kind'], predicate: Predicate, options: WaitOptions = {}) {
      const isDone = (entry: LoggedRequest) => kind === 'arrived' || entry.outcome !== null;
      const past = options.past ? entries.find((entry) => isDone(entry) && predicate(entry)) : null;
      if (past) return past;
      const found = Promise.withResolvers<LoggedRequest>();
      const waiter: Waiter = { kind, predicate, resolve: found.resolve };
      waiters.add(waiter);
      const timeoutMs = options.timeoutMs ?? 15_000;
      const timer = setTimeout(() => {
        waiters.delete(waiter);
        const last = entries.slice(-8).map((e) => `${e.method} ${e.path} ${e.outcome ?? '…'}`);
        found.reject(new Error(`no such request within ${timeoutMs} ms; last: ${last.join(', ')}`));
      }, timeoutMs);
      return found.promise.finally(() => clearTimeout(timer));
    },
  };
};

const readAll = async (stream: IncomingMessage): Promise<Buffer> => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
};

/** Headers that belong to one connection, and the length, which may change. */
const passedHeaders = (message: IncomingMessage): OutgoingHttpHeaders => {
  const {
    connection,
    'keep-alive': keepAlive,
    'transfer-encoding': encoding,
    ...rest
  } = message.headers;
  void [connection, keepAlive, encoding];
  return rest;
};

const answerItself = (response: ServerResponse, rule: FaultRule) => {
  const body = typeof rule.body === 'string' ? rule.body : JSON.stringify(rule.body ?? {});
  response.writeHead(rule.status ?? 200, {
    'content-type': 'application/json',
    'access-control-allow-origin': '*',
    ...rule.headers,
  });
  response.end(body);
};

const sendSlowly = async (response: ServerResponse, body: Buffer, bytesPerSecond: number) => {
  const step = Math.max(1, Math.ceil(bytesPerSecond / 20));
  for (let at = 0; at < body.length && !response.destroyed; at += step) {
    response.write(body.subarray(at, at + step));
    await delay(50);
  }
  response.end();
};

/** The first byte of the requested range, or one byte further; null when none was requested. */
const rangeOf = (header: string | undefined, other: boolean): number | null => {
  const start = /^bytes=(\d+)-$/.exec(header ?? '')?.[1];
  return start === undefined ? null : Number(start) + (other ? 1 : 0);
};

const editBody = (body: Buffer, rule: FaultRule, request: RequestInfo): Buffer => {
  if (!rule.edit) return body;
  return Buffer.from(JSON.stringify(rule.edit(JSON.parse(body.toString('utf8')), request)));
};

/** Starts a proxy on a free loopback port in front of `target`, e.g. `http://127.0.0.1:8008`. */
export const startFaultProxy = async (target: string): Promise<FaultProxy> => {
  const upstream = new URL(target);
  const rules = createRuleSet();
  const holds = createHolds();
  const log = createLog();
  const agent = new Agent({ keepAlive: true });
  const sockets = new Set<Socket>();

  const forward = (
    incoming: IncomingMessage,
    response: ServerResponse,
  ): Promise<IncomingMessage> => {
    const answered = Promise.withResolvers<IncomingMessage>();
    const outgoing = httpRequest(
      {
        agent,
        host: upstream.hostname,
        port: upstream.port,
        method: incoming.method,
        path: incoming.url,
        // Uncompressed, so that answers can be edited.
        headers: { ...passedHeaders(incoming), host: upstream.host, 'accept-encoding': 'identity' },
      },
      answered.resolve,
    );
    outgoing.on('error', answered.reject);
    response.once('close', () => {
      // After a complete answer the connection belongs to the next request.
      if (!response.writableFinished) outgoing.destroy();
    });
    incoming.pipe(outgoing);
    return answered.promise;
  };

  /** Sends the server's answer on, changed as the rule says. */
  const reply = async (
    info: RequestInfo,
    rule: FaultRule | null,
    answer: IncomingMessage,
    response: ServerResponse,
  ) => {
    const status = answer.statusCode ?? 502;
    const { 'content-length': length, ...passed } = passedHeaders(answer);
    const headers = { ...passed, ...rule?.headers };
    if (!rule?.edit && !rule?.cut && !rule?.bytesPerSecond && !rule?.ranges && !rule?.claimBytes) {
      response.writeHead(
        status,
        length === undefined ? headers : { ...headers, 'content-length': length },
      );
      answer.pipe(response);
      return;
    }
    const whole = editBody(await readAll(answer), rule, info);
    if (rule.cut === 'before-headers') return void response.destroy();
    const range = rule.ranges === undefined ? null : rangeOf(info.range, rule.ranges === 'other');
    const body = whole.subarray(range ?? 0);
    const size = whole.length;
    response.writeHead(range === null ? status : 206, {
      ...headers,
      ...(range === null ? {} : { 'content-range': `bytes ${range}-${size - 1}/${size}` }),
      'content-length': rule.claimBytes ?? body.length,
    });
    // A server that claimed more has no more.
    if (rule.cut === 'mid-body' || (rule.claimBytes ?? 0) > body.length) {
      const after = rule.cutAfter ?? Math.floor(body.length / (rule.cut === 'mid-body' ? 2 : 1));
      response.write(body.subarray(0, after), () => response.destroy());
      return;
    }
    if (rule.bytesPerSecond) await sendSlowly(response, body, rule.bytesPerSecond);
    else response.end(body);
  };

  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const { range } = incoming.headers;
    const info: RequestInfo = {
      ...{ method: incoming.method ?? 'GET', path: incoming.url ?? '/' },
      ...(range === undefined ? {} : { range }),
    };
    const finish = log.arrived(info);
    response.once('finish', () => finish(response.statusCode));
    response.once('close', () => finish('cut'));
    const rule = rules.take(info);
    if (rule?.delayMs) await delay(rule.delayMs);
    if (rule?.cut === 'before-forward') return void response.destroy();
    if ((await holds.pass(info, 'before-forward')) === 'cut') return void response.destroy();
    const own = rule?.status !== undefined;
    if (own && rule.late !== true) return answerItself(response, rule);
    if (response.destroyed) return;
    const answer = await forward(incoming, response);
    if (own) {
      await readAll(answer);
      return answerItself(response, rule);
    }
    if ((await holds.pass(info, 'after-answer')) === 'cut') return void response.destroy();
    await reply(info, rule, answer, response);
  };

  const server: Server = createServer((incoming, response) => {
    // A server that is gone, or a client that left: both look like a broken connection.
    handle(incoming, response).catch(() => response.destroy());
  });
  server.keepAliveTimeout = 60_000;
  server.on('connection', (socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.once('close', () => sockets.delete(socket));
  });
  const listen = async (port: number) => {
    server.listen(port, '127.0.0.1');
    await once(server, 'listening');
  };
  const shut = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    for (const socket of sockets) socket.destroy();
    await closed;
  };

  await listen(await freePort());
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    rules,
    log: log.entries,
    waitForRequest: (predicate, options) => log.wait('arrived', predicate, options),
    waitForOutcome: (predicate, options) => log.wait('finished', predicate, options),
    hold: (match, at) => holds.add(match, at),
    setDown: (down) => (down ? shut() : server.listening ? Promise.resolve() : listen(port)),
    async close() {
      holds.dropAll();
      await shut();
      agent.destroy();
    },
  };
};
