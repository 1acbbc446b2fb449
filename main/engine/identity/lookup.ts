// Looks up users by e-mail address or phone number. Sends only hashes, so that the server learns no address that it does not know. Must not know
// tokens.
import { createHash } from 'node:crypto';
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { errcodeOf } from '../http/errors';
import type { Content } from './requests';

/** `msisdn`: digits, with the country. */
export interface Contact {
  readonly medium: 'email' | 'msisdn';
  readonly address: string;
}

type Ask = (path: string, body?: Content) => Promise<Content>;

interface HashDetails {
  readonly algorithm: 'sha256' | 'none';
  readonly pepper: string;
}

/** @throws AppFailure `identity_unsupported` */
function detailsIn(answer: Content): HashDetails {
  const { algorithms, lookup_pepper: pepper } = answer;
  if (!Array.isArray(algorithms) || typeof pepper !== 'string' || pepper === '')
    throw appFailure('identity_unsupported', 'Unsupported identity server: bad response');
  const algorithm = (['sha256', 'none'] as const).find((one) => algorithms.includes(one));
  if (algorithm === undefined)
    throw appFailure('identity_unsupported', 'Unsupported identity server: unknown hash algorithm');
  return { algorithm, pepper };
}

/** An address as it is asked for. */
export function hashed({ medium, address }: Contact, { algorithm, pepper }: HashDetails): string {
  const plain = `${medium === 'email' ? address.toLowerCase() : address} ${medium}`;
  return algorithm === 'none'
    ? plain
    : createHash('sha256').update(`${plain} ${pepper}`).digest('base64url');
}

async function once(ask: Ask, contacts: readonly Contact[]): Promise<(string | null)[]> {
  const details = detailsIn(await ask('/hash_details'));
  const wanted = contacts.map((contact) => hashed(contact, details));
  const { algorithm, pepper } = details;
  const { mappings } = await ask('/lookup', { addresses: wanted, algorithm, pepper });
  return wanted.map((one) => {
    const found = isRecord(mappings) && Object.hasOwn(mappings, one) ? mappings[one] : null;
    return typeof found === 'string' && found.length <= 255 && /^@[^:\s]*:\S+$/.test(found)
      ? found
      : null;
  });
}

/** The user ids behind these, in their order; null: nobody told the server. @throws AppFailure */
export async function lookUpAll(
  ask: Ask,
  contacts: readonly Contact[],
): Promise<(string | null)[]> {
  try {
    return await once(ask, contacts);
  } catch (thrown) {
    // It changed between the two questions.
    if (errcodeOf(thrown) !== 'M_INVALID_PEPPER') throw thrown;
    return once(ask, contacts);
  }
}

/** The user id behind an e-mail address; null: nobody told the server. @throws AppFailure */
export async function lookUp(ask: Ask, address: string): Promise<string | null> {
  const [found = null] = await lookUpAll(ask, [{ medium: 'email', address }]);
  return found;
}
