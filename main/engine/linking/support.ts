// Whether a homeserver lets people sign in with another device: a place where the two meet, and a service that gives codes. Asks it nothing else.
import { hasRendezvous, readAuthMetadata } from '../account/ways';
import type { AnonymousDeps } from '../http/anonymous';

/** @throws AppFailure when it does not answer */
export async function canLink(deps: AnonymousDeps, baseUrl: string): Promise<boolean> {
  const metadata = await readAuthMetadata(deps, baseUrl);
  if (typeof metadata?.document['device_authorization_endpoint'] !== 'string') return false;
  return hasRendezvous(deps, baseUrl);
}
