// Shared set-up of the tests of signing in with another device: a server with a rendezvous, and users of both devices.
import type { Linking } from '#contract/areas/account/linking';
import { systemClock } from '#engine/base/clock';
import type { Clock } from '#engine/base/types';
import { atOtherDevice, type SignInServers } from '../../homeserver/signInServers.cjs';
import { openWindow, type Window, type WindowOptions } from '../support';

export type Shown<S extends Linking['state']> = Extract<Linking, { state: S }>;

/** For this clock the next look at a place, a second away, comes in a tenth of it; limits lie further away and stay. */
export function hurriedClock(): Clock {
  const clock = systemClock();
  return {
    ...clock,
    setTimeout: (work, ms) => clock.setTimeout(work, ms <= 1000 ? ms / 10 : ms),
  };
}

/** The next state of this name; a failure meanwhile ends the wait. */
export async function linkState<S extends Linking['state']>(
  window: Window,
  state: S,
): Promise<Shown<S>> {
  const next = await window.value(
    'linking',
    {},
    (now) => now.state === state || now.state === 'failed',
  );
  if (next.state !== state) throw new Error(`${state} expected: ${JSON.stringify(next)}`);
  return next as Shown<S>;
}

export async function linkFailed(window: Window): Promise<string> {
  const { reason } = (await linkState(window, 'failed')) as Shown<'failed'>;
  return reason;
}

/** Somebody who is signed in through the service, with an identity and a backup. */
export async function signedIn(
  servers: SignInServers,
  user: string,
  options: WindowOptions = {},
): Promise<Window> {
  const window = openWindow(options);
  await window.call('signInByBrowser', {
    ...{ server: servers.homeserver.baseUrl, way: 'device', providerId: null },
  });
  const code = await window.value('browserSignIn', {}, ({ state }) => state === 'code');
  if (code.state !== 'code') throw new Error('unreachable');
  await atOtherDevice(code.wholeUrl ?? '', { user });
  await window.value('session', {}, ({ state }) => state === 'signed_in');
  await window.value('encryption', {}, ({ state }) => state === 'unset');
  await window.call('createRecoveryKey', { password: null });
  await window.call('confirmRecoveryKey', { outcome: 'saved' });
  await window.value(
    'encryption',
    {},
    ({ state, deviceVerified }) => state === 'ready' && deviceVerified,
  );
  return window;
}

/** Answers like main's dialog and the browser, as soon as they are asked. */
export function person(
  window: Window,
  { user, yes = true, allow = true }: { user: string; yes?: boolean; allow?: boolean },
): () => void {
  const ends = [
    window.main.value('question', {}, (question) => {
      if (question !== null) void window.main.call('answerQuestion', { turn: question.turn, yes });
    }),
    window.main.value('browser', {}, (wish) => {
      if (wish !== null) void atOtherDevice(wish.url, allow ? { user } : { deny: 'yes' });
    }),
  ];
  return () => ends.forEach((end) => end());
}
