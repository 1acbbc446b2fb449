// Makes a session from the tokens of an OAuth 2.0 service, and revokes them where the session is not saved.
import { serverNameOf } from '#contract/plainNames';
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../../base/record';
import type { StoredSession } from '../../base/types';
import { notMatrix } from '../../http/errors';
import type { NewTokens } from '../../http/tokens';
import { revoke, storedOauth, type Attempt } from './oauth';
import { httpOf, type SignInDeps } from '../signIn';

type Client = Pick<Attempt, 'service' | 'clientId'>;

/** Asks the homeserver for the user of the tokens; revokes tokens that do not fit. @throws AppFailure */
export async function sessionOfTokens(
  deps: SignInDeps,
  client: Client,
  device: { readonly baseUrl: string; readonly deviceId: string },
  tokens: NewTokens,
): Promise<StoredSession> {
  const oauth = storedOauth(client);
  const known = { ...tokens, ...device, oauth, state: 'signed_in' } as const;
  try {
    const userId = await whoIs(deps, { ...known, userId: '', serverName: '' });
    return { ...known, userId, serverName: serverNameOf(userId) };
  } catch (thrown) {
    await revoke(deps, oauth, tokens);
    throw thrown;
  }
}

/** Ends a session that was not saved. */
export async function undoSession(
  deps: SignInDeps,
  client: Client,
  session: StoredSession,
): Promise<void> {
  await revoke(deps, storedOauth(client), session);
}

/** The user of the tokens, which have to belong to the device that was asked for. */
async function whoIs(deps: SignInDeps, session: StoredSession): Promise<string> {
  const http = httpOf(deps, { ...session, refreshToken: null });
  const answer = await http.request<unknown>({
    method: 'GET',
    path: '/account/whoami',
    retry: 'limited',
    inhibitLogout: true,
  });
  if (!isRecord(answer)) throw notMatrix();
  const { user_id: userId, device_id: deviceId } = answer;
  if (typeof userId !== 'string' || !/^@[^:]*:.+/.test(userId)) throw notMatrix();
  if (deviceId !== session.deviceId)
    throw appFailure('sign_in_untrusted', 'The tokens are of another device');
  return userId;
}
