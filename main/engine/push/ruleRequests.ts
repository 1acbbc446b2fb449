// The requests that write push rules (CHAT-7.46). Sync brings the result.
import { errcodeOf } from '../http/errors';
import type { Http } from '../http/http';
import type { PushRules } from './rules';

export interface RuleWriter {
  readonly http: Pick<Http, 'request'>;
  /** The rules as sync brought them last. */
  readonly rules: () => PushRules;
}

type Requests = RuleWriter['http'];

/** `where`: kind and id of the rule, escaped, and the part of it that is written. */
export const writeRule = (
  http: Requests,
  method: 'PUT' | 'DELETE',
  where: string,
  body?: Record<string, unknown>,
): Promise<unknown> =>
  http.request({
    method,
    path: `/pushrules/global/${where}`,
    retry: 'limited',
    ...(body === undefined ? {} : { body }),
  });

/** Ignores M_NOT_FOUND: another client has deleted the rule first, or the server is older than the rule. */
export async function unlessGone(request: Promise<unknown>): Promise<void> {
  try {
    await request;
  } catch (thrown) {
    if (errcodeOf(thrown) !== 'M_NOT_FOUND') throw thrown;
  }
}

export const removeRule = (http: Requests, where: string): Promise<void> =>
  unlessGone(writeRule(http, 'DELETE', where));
