// This device wants in: a device that is signed in says where, its person allows it at the server's service, and it gives the keys. Must not
// save the session, nor know the store.
import { expected } from '../base/unexpected';
import type { StoredSession } from '../base/types';
import { beginDeviceGrant, type DeviceGrant } from '../account/browser/deviceGrant';
import { addressOf, findServer } from '../account/server';
import type { SignInDeps } from '../account/signIn';
import type { Channel, ReadCode } from './channel';
import { LinkEnded, unheard } from './ended';
import { compareDigits, meetByReading, meetByShowing, type Steps } from './meeting';
import { expectType, grantProtocol, isShort, refuse, say, tellFailure, types } from './payloads';

export interface NewDeviceDeps extends SignInDeps {
  /** Takes the session over. @throws AppFailure */
  readonly signedIn: (session: StoredSession) => Promise<void>;
  readonly isTaken: (session: StoredSession) => boolean;
  /** The keys that the other device gave. @throws AppFailure */
  readonly takeSecrets: (secrets: Record<string, unknown>) => Promise<void>;
}

/** Shows a code at a server that was found. */
export async function enterByShowing(
  deps: NewDeviceDeps,
  steps: Steps,
  typed: string,
): Promise<void> {
  const { baseUrl } = await findServer(deps, typed);
  const channel = await meetByShowing(steps, baseUrl, null);
  const told = await expectType(channel, types.protocols);
  await compareDigits(steps, channel);
  const { protocols, homeserver } = told;
  if (!isShort(homeserver)) return refuse(channel, 'unsupported_protocol', 'unexpected');
  if (!Array.isArray(protocols) || !protocols.includes(grantProtocol))
    return refuse(channel, 'unsupported_protocol', 'no_common_way');
  await enter(deps, steps, channel, homeserver);
}

/** Answers the code of a device that is signed in, which names the server. */
export async function enterByReading(
  deps: NewDeviceDeps,
  steps: Steps,
  code: ReadCode,
): Promise<void> {
  const { server } = code;
  const address = isShort(server) ? addressOf(server) : null;
  if (server === null || address === null) throw new LinkEnded('unexpected');
  const channel = await meetByReading(steps, code, address.origin);
  steps.show({ state: 'digits', checkCode: channel.checkCode, userCode: null, server });
  await enter(deps, steps, channel, server, channel.checkCode);
}

/** `checkCode` stays on the screen, because the user types it on the other device. */
async function enter(
  deps: NewDeviceDeps,
  steps: Steps,
  channel: Channel,
  server: string,
  checkCode: string | null = null,
): Promise<void> {
  const grant = await beginDeviceGrant(deps, { server, deviceId: null }).catch(
    (thrown: unknown) => {
      const lacks = expected(thrown)?.code === 'sign_in_unsupported';
      if (lacks) return refuse(channel, 'unsupported_protocol', 'no_common_way');
      throw thrown;
    },
  );
  const { url, wholeUrl, userCode } = grant.code;
  await say(channel, {
    ...{ type: types.protocol, protocol: grantProtocol, device_id: grant.deviceId },
    device_authorization_grant: {
      verification_uri: url,
      ...(wholeUrl === null ? {} : { verification_uri_complete: wholeUrl }),
    },
  });
  if (checkCode === null) steps.show({ state: 'waiting', userCode, server });
  else steps.show({ state: 'digits', checkCode, userCode, server });
  await expectType(channel, types.accepted);
  steps.show({ state: 'waiting', userCode, server });
  const session = await allowed(steps, channel, grant);
  steps.show({ state: 'finishing' });
  await takeOver(deps, steps, channel, grant, session);
  await takeKeys(deps, channel);
  steps.show({ state: 'idle' });
}

async function allowed(steps: Steps, channel: Channel, grant: DeviceGrant): Promise<StoredSession> {
  try {
    const session = await grant.session((ms) => steps.pause(ms));
    if (session !== null) return session;
  } catch (thrown) {
    const code = expected(thrown)?.code;
    if (code === 'sign_in_refused') {
      await channel.send({ type: types.declined }).catch(unheard);
      throw new LinkEnded('not_allowed');
    }
    await tellFailure(channel, 'authorization_expired');
    if (code === 'sign_in_expired') throw new LinkEnded('not_allowed_in_time');
    throw thrown;
  }
  throw new LinkEnded('cancelled');
}

async function takeOver(
  deps: NewDeviceDeps,
  { signal }: Steps,
  channel: Channel,
  grant: DeviceGrant,
  session: StoredSession,
): Promise<void> {
  try {
    if (signal.aborted) throw new LinkEnded('cancelled');
    await deps.signedIn(session);
  } catch (thrown) {
    if (deps.isTaken(session)) return;
    await grant.undo(session);
    await tellFailure(channel, 'user_cancelled');
    throw thrown;
  }
}

/** The device is signed in even if it gets no keys: then it is unlocked like any other. */
async function takeKeys({ takeSecrets, log }: NewDeviceDeps, channel: Channel): Promise<void> {
  try {
    await say(channel, { type: types.success });
    const { cross_signing, backup } = await expectType(channel, types.secrets);
    await takeSecrets({ cross_signing, ...(backup === undefined ? {} : { backup }) });
  } catch (thrown) {
    const code = thrown instanceof LinkEnded ? thrown.reason : (expected(thrown)?.code ?? null);
    if (code === null) throw thrown;
    log.warn('the other device gave no keys', { code });
    throw new LinkEnded('keys_missing');
  }
}
