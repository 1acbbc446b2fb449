// The messages of two devices on their channel (MSC4108), checked member by member. Must not act on them.
import type { LinkEnd } from '#contract/areas/account/linking';
import type { Channel, Payload } from './channel';
import { LinkEnded, unheard } from './ended';

export const grantProtocol = 'device_authorization_grant';

export const types = {
  protocols: 'm.login.protocols',
  protocol: 'm.login.protocol',
  accepted: 'm.login.protocol_accepted',
  declined: 'm.login.declined',
  failure: 'm.login.failure',
  success: 'm.login.success',
  secrets: 'm.login.secrets',
} as const;

/** The other device's reason for its failure, as our end. */
const told: Readonly<Record<string, LinkEnd>> = {
  authorization_expired: 'not_allowed_in_time',
  device_already_exists: 'device_exists',
  device_not_found: 'device_missing',
  unexpected_message_received: 'unexpected',
  unsupported_protocol: 'no_common_way',
  user_cancelled: 'cancelled_there',
};
type Failure =
  'device_already_exists' | 'device_not_found' | 'unsupported_protocol' | 'user_cancelled';

/** Tells the other device the reason, as far as it can still be reached, and ends. */
export async function refuse(channel: Channel, reason: Failure, end: LinkEnd): Promise<never> {
  await tellFailure(channel, reason);
  throw new LinkEnded(end);
}

export const tellFailure = (channel: Channel, reason: string): Promise<void> =>
  channel.leave({ type: types.failure, reason });

/** The next message, which has to be of this type. @throws LinkEnded */
export async function expectType(channel: Channel, type: string): Promise<Payload> {
  const payload = await channel.receive();
  if (payload['type'] === type) return { ...payload, type };
  const end = endOf(payload);
  if (end === null) await tellFailure(channel, 'unexpected_message_received');
  throw new LinkEnded(end ?? 'unexpected');
}

/** The end that a message of the other device reports; null: it reports none. */
function endOf({ type, reason }: Record<string, unknown>): LinkEnd | null {
  if (type === types.declined) return 'cancelled_there';
  if (type !== types.failure) return null;
  const known = typeof reason === 'string' && Object.hasOwn(told, reason);
  return (known ? told[reason] : undefined) ?? 'unexpected';
}

/** Sends. When the rendezvous has another message by now, the other device may have cancelled. @throws LinkEnded */
export async function say(channel: Channel, payload: Payload): Promise<void> {
  try {
    await channel.send(payload);
  } catch (thrown) {
    if (!(thrown instanceof LinkEnded) || thrown.reason !== 'answered') throw thrown;
    const last = (await channel.receive().catch(unheard)) ?? {};
    throw new LinkEnded(endOf(last) ?? 'answered');
  }
}

/** Limits text such as a server's name or address, which is checked again where it is used. */
export const isShort = (value: unknown, most = 500): value is string =>
  typeof value === 'string' && value !== '' && value.length <= most;

/** Limits text to the characters and length of device ids. */
export const isDeviceId = (value: unknown): value is string =>
  typeof value === 'string' && /^[\w.~\-/+=]{1,255}$/.test(value);
