// Replaces a device whose keys are lost: it cannot get them back, because others would take a device with changed keys for an impostor. A
// new device takes its place, and everything else on this disk stays.
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
  // The old device reads nothing and would still be sent keys. After a failure it stays in the list of devices.
  await devices.end([before.deviceId], password).catch(reported(log, 'ending the old device'));
}
