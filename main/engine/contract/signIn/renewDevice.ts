// A device whose keys are lost cannot get them back: others would see a swindler in one whose keys changed. A new one takes its place, and
// everything else on this disk stays.
import { appFailure } from '#contract/wire/errors';
import { signInAt } from '../../account/signIn';
import { reported } from '../../base/unexpected';
import type { CallParts } from '../parts';
import { replaceDevice } from './takeOver';

/** @throws AppFailure `signed_out`; `wrong_password`; `forbidden` when this account signs in through the browser */
export async function renewDevice(parts: CallParts, password: string): Promise<void> {
  const { sessions, network, deviceName } = parts;
  const before = sessions.current();
  if (before === null) throw appFailure('signed_out', 'Not signed in');
  if (before.oauth !== undefined)
    throw appFailure('forbidden', 'This account signs in through the browser');
  const log = parts.log.child('account');
  const session = await signInAt({ fetch: parts.fetch, clock: parts.clock, log }, before.baseUrl, {
    user: before.userId,
    password,
    deviceName,
    deviceId: null,
  });
  const { baseUrl, serverName } = before;
  await replaceDevice(parts, before, { ...session, baseUrl, serverName }, password);
  log.info('a new device took the place of one without keys');
  const { devices } = await network.ready();
  // It reads nothing and would get keys for nothing. Where this fails it stands among the devices.
  await devices.end([before.deviceId], password).catch(reported(log, 'ending the old device'));
}
