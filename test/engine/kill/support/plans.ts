// When Alice's engine is killed: at requests that stand still in the proxy, inside commits, and at random moments.
import type { FaultProxy, Matcher } from '../../../faults/faultProxy';
import type { Chance } from './random';
import type { Doom, EngineUnderTest } from './engineProcess';

export type Plan =
  | { readonly kind: 'request'; readonly what: RequestKind; readonly at: 'before' | 'after' }
  | ({ readonly kind: 'commit' } & Omit<Doom, 'skip'>)
  | { readonly kind: 'moment' };
type RequestKind = 'send' | 'sync' | 'keys';

const request = (what: RequestKind, at: 'before' | 'after'): Plan => ({
  kind: 'request',
  what,
  at,
});
const commit = (file: Doom['file'], when: Doom['when']): Plan => ({ kind: 'commit', file, when });
const times = <T>(count: number, item: T): T[] => Array.from({ length: count }, () => item);

/** Twenty, fifteen of them in the middle of something by design. */
export const plans: readonly Plan[] = [
  ...times(3, request('send', 'before')),
  ...times(3, request('send', 'after')),
  ...times(2, request('sync', 'after')),
  request('keys', 'before'),
  request('keys', 'after'),
  ...times(2, commit('events.db', 'before')),
  commit('events.db', 'after'),
  commit('crypto.db', 'before'),
  commit('crypto.db', 'after'),
  ...times(5, { kind: 'moment' } as const),
];

const paths: Record<RequestKind, readonly [string, string]> = {
  send: ['PUT', '/send/m.room.encrypted/'],
  sync: ['GET', '/sync'],
  keys: ['PUT', '/sendToDevice/m.room.encrypted/'],
};

export interface Killed {
  readonly plan: Plan;
  /** False: the planned moment did not come in time and it was killed where it stood. */
  readonly hit: boolean;
  /** A request other than the waiting sync, or a commit. */
  readonly inFlight: boolean;
}

export interface Arms {
  readonly alice: EngineUnderTest;
  readonly proxy: FaultProxy;
  readonly chance: Chance;
}

const isOpen = (proxy: FaultProxy): boolean =>
  proxy.log.some(({ outcome, path }) => outcome === null && !path.endsWith('/sync'));

/** Long enough for an engine that has just begun to start on a machine with much else to do. */
const waitMs = 40_000;

/** True when it happens in time. */
function inTime(happens: Promise<unknown>, ms = waitMs): Promise<boolean> {
  const { promise, resolve } = Promise.withResolvers<boolean>();
  const timer = setTimeout(() => resolve(false), ms);
  void happens.then(() => resolve(true));
  return promise.finally(() => clearTimeout(timer));
}

async function requestStandsStill(
  { what, at }: Extract<Plan, { kind: 'request' }>,
  { proxy, chance }: Arms,
): Promise<{ hit: boolean; drop: () => void }> {
  let skip = what === 'keys' ? 0 : chance.below(5);
  const [method, path] = paths[what];
  const match: Matcher = (actual, where) =>
    actual === method && where.includes(path) && (skip -= 1) < 0;
  const hold = proxy.hold(match, at === 'before' ? 'before-forward' : 'after-answer');
  return { hit: await inTime(hold.reached), drop: hold.drop };
}

/** Kills her once, as planned, and answers when the process is gone. Something must be under way. */
export async function killAsPlanned(plan: Plan, arms: Arms): Promise<Killed> {
  const { alice, proxy, chance } = arms;
  const gone = alice.nextExit();
  let hit = true;
  let drop = (): void => undefined;
  if (plan.kind === 'request') ({ hit, drop } = await requestStandsStill(plan, arms));
  else if (plan.kind === 'commit') {
    const { file, when } = plan;
    alice.doom({ file, when, skip: chance.below(file === 'events.db' ? 12 : 4) });
    hit = await inTime(gone);
  } else await inTime(gone, chance.below(400));
  const inFlight = (plan.kind !== 'moment' && hit) || isOpen(proxy);
  alice.kill();
  await gone;
  drop();
  return { plan, hit, inFlight };
}
