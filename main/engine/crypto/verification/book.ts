// Keeps the running verifications: each follows its request in the library, answers steps that need no person, and reports changes. Must
// not decide which requests begin.
import type { Qr, VerificationRequest } from '@matrix-org/matrix-sdk-crypto-wasm';
import { appFailure } from '#contract/wire/errors';
import type { CancelCode } from '#contract/areas/encryption/verificationModels';
import { createListeners } from '../../base/listeners';
import type { Clock, Log } from '../../base/types';
import { reported } from '../../base/unexpected';
import { isOver, nothingYet, stateOf, type Flow, type VerificationState } from './flow';
import type { VerificationMachine } from './machine';

export interface BookDeps {
  readonly machine: VerificationMachine;
  readonly clock: Pick<Clock, 'setTimeout' | 'now'>;
  readonly guard: <T>(work: Promise<T>) => Promise<T>;
  readonly log: Log;
}

type NewFlow = Pick<Flow, 'userId' | 'roomId' | 'byMe' | 'engaged'>;

export interface Book {
  states(): VerificationState[];
  onChange(listener: () => void): () => void;
  tell(): void;
  /** The running verifications with a person. */
  live(userId: string): Flow[];
  /** @throws AppFailure `not_found` */
  flowOf(id: string): Flow;
  knows(flow: Flow): boolean;
  knowsRequest(flowId: string): boolean;
  /** Ends what was asked of this account and not answered here: another device of it has answered. The library overlooks that in rooms. */
  answered(flowId: string | null): void;
  add(flow: NewFlow): Flow;
  /** Removes the verification, and cancels what is running of it, in the background. */
  giveUp(flow: Flow): void;
  drop(flow: Flow): void;
  follow(flow: Flow, request: VerificationRequest): void;
  refresh(flow: Flow): void;
  beginEmoji(flow: Flow, request: VerificationRequest): Promise<void>;
  /** Follows this QR code from here on. */
  followCode(flow: Flow, qr: Qr): void;
  /** Cancels it for a reason of ours. */
  refuse(flow: Flow, request: VerificationRequest, code: CancelCode): Promise<void>;
  cancel(request: VerificationRequest): Promise<void>;
  stop(): void;
}

/** Interval of the check for expired verifications; the library says whether one has expired. */
const lookMs = 15_000;
const mostFlows = 20;

export function createBook({ machine, clock, guard, log }: BookDeps): Book {
  const { tell, add: onChange, clear } = createListeners();
  const flows = new Map<string, Flow>();
  let cancelLook: (() => void) | null = null;
  let stopped = false;

  const states = (): VerificationState[] => [...flows.values()].map(stateOf);
  const live = (userId: string): Flow[] =>
    [...flows.values()].filter((flow) => flow.userId === userId && !isOver(stateOf(flow)));
  const inPassing = (work: Promise<unknown>): void =>
    void guard(work).catch(reported(log, 'verification'));

  function flowOf(id: string): Flow {
    const flow = flows.get(id);
    if (flow === undefined) throw appFailure('not_found', 'There is no such verification');
    return flow;
  }

  function look(): void {
    cancelLook = null;
    if (stopped) return;
    const going = [...flows.values()].filter((flow) => !isOver(stateOf(flow)));
    if (going.length === 0) return;
    cancelLook = clock.setTimeout(look, lookMs);
    const late = going.some(
      ({ request, sas }) => request?.timedOut() === true || sas?.timedOut() === true,
    );
    if (late) inPassing(machine.collect().then(() => going.forEach(refresh)));
  }

  function add(flow: NewFlow): Flow {
    const made: Flow = {
      ...{ ...flow, id: crypto.randomUUID(), sinceMs: clock.now(), deviceId: null },
      ...{ deviceName: null, request: null, sas: null, emoji: null, qr: null, code: null },
      ways: nothingYet,
      ...{ prepared: false, refused: null, ended: false },
    };
    // A newer verification with this person replaces those that have ended.
    for (const old of flows.values())
      if (old.userId === flow.userId && isOver(stateOf(old))) flows.delete(old.id);
    flows.set(made.id, made);
    const [oldest] = flows.keys();
    if (flows.size > mostFlows && oldest !== undefined) flows.delete(oldest);
    cancelLook ??= clock.setTimeout(look, lookMs);
    return made;
  }

  /** Holds the library's request from here on: each answer of the library is a new object, and only this one reports its changes. */
  function follow(flow: Flow, request: VerificationRequest): void {
    flow.request = request;
    request.registerChangesCallback(async () => refresh(flow));
    refresh(flow);
  }

  function named(flow: Flow, deviceId: string): void {
    flow.deviceId = deviceId;
    inPassing(
      machine.deviceName(flow.userId, deviceId).then((name) => {
        flow.deviceName = name;
        tell();
      }),
    );
  }

  function followEmoji(flow: Flow, request: VerificationRequest): void {
    const sas = machine.emojiOf(request);
    if (sas === null) return;
    // Only an exchange that the other side began, and that was not answered, has an answer. When both began, the side that gives way gets
    // another exchange.
    const answer = sas.accept();
    if (flow.sas === null || answer !== undefined) {
      flow.sas = sas;
      flow.emoji = null;
      flow.qr = null;
      sas.registerChangesCallback(async () => refresh(flow));
    }
    flow.emoji ??=
      sas.emoji()?.map(({ symbol, description }) => ({ symbol, name: description })) ?? null;
    if (answer !== undefined) inPassing(machine.post(answer));
  }

  function refresh(flow: Flow): void {
    const { request } = flow;
    if (stopped || request === null || flows.get(flow.id) !== flow) return;
    const deviceId = request.otherDeviceId?.toString();
    if (deviceId !== undefined && deviceId !== flow.deviceId) named(flow, deviceId);
    followEmoji(flow, request);
    const state = stateOf(flow);
    if (state.phase === 'ready' && !flow.prepared) inPassing(prepare(flow, request));
    if (isOver(state) && !flow.ended) {
      flow.ended = true;
      log.info('a verification ended', { code: state.cancelled?.code ?? state.phase });
      // A wrong code ends without its request, which would block the next one. The other side was told.
      if (state.phase === 'cancelled' && !request.isCancelled()) request.cancel();
      machine.pump();
    }
    // A request that was withdrawn before the user answered it leaves nothing to show.
    if (state.phase === 'cancelled' && !flow.engaged) flows.delete(flow.id);
    tell();
  }

  /** Shows a code where it can be read. When only emoji are possible, the side that asked begins; otherwise the user chooses. */
  async function prepare(flow: Flow, request: VerificationRequest): Promise<void> {
    flow.prepared = true;
    const { emoji, read, show } = machine.waysOf(request);
    const qr = show ? await machine.makeCode(request) : null;
    if (qr !== null) {
      flow.code = new Uint8Array(qr.toBytes());
      followCode(flow, qr);
    }
    flow.ways = { emoji, read };
    if (qr === null && !read && (flow.byMe || !emoji)) await beginEmoji(flow, request);
    else refresh(flow);
  }

  function followCode(flow: Flow, qr: Qr): void {
    flow.qr = qr;
    qr.registerChangesCallback(async () => refresh(flow));
    refresh(flow);
  }

  async function beginEmoji(flow: Flow, request: VerificationRequest): Promise<void> {
    if (machine.waysOf(request).emoji) return machine.startEmoji(request);
    await refuse(flow, request, 'unknown_method');
  }

  async function refuse(flow: Flow, request: VerificationRequest, code: CancelCode): Promise<void> {
    flow.refused = code;
    const outgoing = flow.qr?.cancelWithCode(`m.${code}`) ?? request.cancel();
    if (outgoing !== undefined) await machine.post(outgoing);
    refresh(flow);
  }

  async function cancel(request: VerificationRequest): Promise<void> {
    const outgoing = request.cancel();
    if (outgoing !== undefined) await machine.post(outgoing);
  }

  /** With two at once the library would cancel both. */
  function giveUp(flow: Flow): void {
    flows.delete(flow.id);
    if (flow.request !== null) inPassing(cancel(flow.request));
    tell();
  }

  return {
    ...{ states, onChange, tell, live, flowOf, add, giveUp, follow, refresh, cancel },
    ...{ beginEmoji, followCode, refuse },
    answered(flowId) {
      for (const flow of flows.values()) {
        if (flow.byMe || flow.engaged || flow.request?.flowId !== flowId) continue;
        flow.refused = 'accepted';
        refresh(flow);
      }
    },
    knows: (flow) => flows.get(flow.id) === flow,
    knowsRequest: (flowId) => [...flows.values()].some(({ request }) => request?.flowId === flowId),
    drop(flow) {
      flows.delete(flow.id);
      tell();
    },
    stop() {
      stopped = true;
      cancelLook?.();
      clear();
    },
  };
}
