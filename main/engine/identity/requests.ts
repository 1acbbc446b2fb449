// Requests to an identity server (its API v2), with its own token. Must not know the homeserver's, nor what an answer means.
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { answerTo, type AnonymousDeps } from '../http/anonymous';
import { notMatrix } from '../http/errors';

export interface IdentityRequest {
  readonly method: 'GET' | 'POST';
  /** After `/_matrix/identity/v2`. */
  readonly path: string;
  readonly token?: string;
  readonly body?: Readonly<Record<string, unknown>>;
}

export type Content = Readonly<Record<string, unknown>>;

const limits = { timeoutMs: 15_000, mostBytes: 1024 * 1024 };

/**
 * Redirects are not followed: what is asked stays between us and the server that a person agreed to.
 *
 * @param server its base address, without a slash at the end; null: none was chosen
 * @throws AppFailure `no_identity_server`, `not_matrix` for an answer that is no JSON object
 */
export async function askIdentity(
  deps: AnonymousDeps,
  server: string | null,
  { method, path, token, body }: IdentityRequest,
): Promise<Content> {
  if (server === null) throw appFailure('no_identity_server', 'No identity server base URL set');
  const url = `${server}/_matrix/identity/v2${path}`;
  const headers: Record<string, string> = { Accept: 'application/json' };
  if (token !== undefined) headers['Authorization'] = `Bearer ${token}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  const sent = body === undefined ? {} : { body: JSON.stringify(body) };
  const bytes = await answerTo(deps, url, limits, (signal) =>
    deps.fetch(url, { method, headers, ...sent, signal, redirect: 'manual' }),
  );
  let answer: unknown;
  try {
    answer = JSON.parse(bytes.toString('utf8'));
  } catch {
    // No JSON: a page of something else.
    throw notMatrix();
  }
  if (!isRecord(answer)) throw notMatrix();
  return answer;
}
