// Signing in with another device by a code, in both roles: one attempt at a time, its state, the digits that the user types, its end. Must
// not know which role an account has; the caller decides.
import { appFailure } from '#contract/wire/errors';
import type { Linking } from '#contract/areas/account/linking';
import type { Clock, Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { readCode, type ReadCode } from './channel';
import { LinkEnded } from './ended';
import { byPerson, type Steps } from './meeting';
import { enterByReading, enterByShowing, type NewDeviceDeps } from './newDevice';
import { letInByReading, letInByShowing, type OwnDeviceDeps } from './ownDevice';

export interface LinkingDeps {
  readonly fetch: typeof globalThis.fetch;
  readonly clock: Clock;
  readonly log: Log;
  readonly show: (state: Linking) => void;
}

/** The role of this device in an attempt. */
export type Role =
  | { readonly side: 'new'; readonly deps: NewDeviceDeps }
  | { readonly side: 'own'; readonly deps: OwnDeviceDeps };

export interface Links {
  /** `server`: the homeserver of a new device, as the user typed it. */
  showCode(role: Role, server: string): void;
  /** Answers at once whether the code can be used; the state reports the rest. */
  readCode(role: Role, bytes: Uint8Array): Promise<'read' | 'not_a_code' | 'same_side'>;
  /** Takes the digits that the other device shows. @throws AppFailure `conflict` when they are not asked for */
  check(digits: string): void;
  end(): void;
}

/** An attempt ends after this time. */
const longestMs = 10 * 60_000;

export function createLinks(deps: LinkingDeps): Links {
  const { clock, log } = deps;
  let control: AbortController | null = null;
  let digits: PromiseWithResolvers<string> | null = null;

  const end = (why?: string): void => {
    control?.abort(why);
    control = null;
    digits?.reject(new LinkEnded('cancelled'));
    digits = null;
  };

  const begin = (work: (steps: Steps) => Promise<void>): void => {
    end();
    const mine = new AbortController();
    control = mine;
    const { signal } = mine;
    const endings: (() => Promise<void>)[] = [];
    const show = (state: Linking): void => {
      if (control === mine) deps.show(state);
    };
    const fail = (thrown: unknown): void => {
      const reason = thrown instanceof LinkEnded ? thrown.reason : 'error';
      const error = reason === 'error' ? unexpected(log, 'link to a device', thrown) : null;
      log.warn('the link to another device ended', { reason });
      show(reason === 'cancelled' ? { state: 'idle' } : { state: 'failed', reason, error });
      if (control === mine) end();
    };
    const stopTimer = clock.setTimeout(() => fail(new LinkEnded('expired')), longestMs);
    const steps: Steps = {
      ...{ fetch: deps.fetch, clock, signal, show },
      digits: () => {
        digits = Promise.withResolvers<string>();
        if (signal.aborted) digits.reject(new LinkEnded('cancelled'));
        return digits.promise;
      },
      pause: (ms) =>
        new Promise((resolve) => {
          const stop = clock.setTimeout(() => resolve(true), ms);
          const cut = (): void => {
            stop();
            resolve(false);
          };
          if (signal.aborted) cut();
          else signal.addEventListener('abort', cut, { once: true });
        }),
      atEnd: (one) => endings.push(one),
    };
    show({ state: 'preparing' });
    void work(steps)
      .catch(fail)
      .finally(async () => {
        stopTimer();
        // Work that began last is ended first.
        for (const one of endings.reverse()) await one();
      });
  };

  return {
    showCode: (role, server) =>
      begin((steps) =>
        role.side === 'new'
          ? enterByShowing(role.deps, steps, server)
          : letInByShowing(role.deps, steps),
      ),
    async readCode(role, bytes) {
      const code = await readCode(bytes);
      if (code === null) return 'not_a_code';
      if (code.side === role.side) return 'same_side';
      begin((steps) => answer(role, steps, code));
      return 'read';
    },
    check(typed) {
      if (digits === null) throw appFailure('conflict', 'Nobody asks for digits');
      digits.resolve(typed);
      digits = null;
    },
    end() {
      end(byPerson);
      deps.show({ state: 'idle' });
    },
  };
}

const answer = (role: Role, steps: Steps, code: ReadCode): Promise<void> =>
  role.side === 'new'
    ? enterByReading(role.deps, steps, code)
    : letInByReading(role.deps, steps, code);
