// Who has an e-mail address: asked with its hash, so that the server learns nothing of addresses that it does not know. Must not know tokens.
import { createHash } from 'node:crypto';
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { errcodeOf } from '../http/errors';
import type { Content } from './requests';

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
export function hashed(address: string, { algorithm, pepper }: HashDetails): string {
  const plain = `${address.toLowerCase()} email`;
  return algorithm === 'none'
    ? plain
    : createHash('sha256').update(`${plain} ${pepper}`).digest('base64url');
}

async function once(ask: Ask, address: string): Promise<string | null> {
  const details = detailsIn(await ask('/hash_details'));
  const wanted = hashed(address, details);
  const { algorithm, pepper } = details;
  const answer = await ask('/lookup', { addresses: [wanted], algorithm, pepper });
  const mappings = answer['mappings'];
  const found = isRecord(mappings) && Object.hasOwn(mappings, wanted) ? mappings[wanted] : null;
  return typeof found === 'string' && found.length <= 255 && /^@[^:\s]*:\S+$/.test(found)
    ? found
    : null;
}

/** The user id behind an e-mail address; null: nobody told the server. @throws AppFailure */
export async function lookUp(ask: Ask, address: string): Promise<string | null> {
  try {
    return await once(ask, address);
  } catch (thrown) {
    // It changed between the two questions.
    if (errcodeOf(thrown) !== 'M_INVALID_PEPPER') throw thrown;
    return once(ask, address);
  }
}
