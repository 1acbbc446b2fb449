// Mails with a link that proves the ownership of an address: requested here, and named to the server as proof.
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { stages } from './authFlow';
import { newAccountFailure } from './newAccountErrors';
import { randomText } from './random';

/** Connects a mail with the process that requested it. Only this process and the server know it. */
export interface EmailProof {
  readonly address: string;
  readonly clientSecret: string;
  readonly sid: string;
  readonly sendAttempt: number;
}

type Purpose = '/register' | '/account/password' | '/account/3pid';

/**
 * Has the server send a mail; `before`: the mail that did not arrive, whose link stays valid.
 *
 * @throws AppFailure `email_invalid`, `email_in_use`, `email_unknown`, `email_denied`, `email_unsupported`, `rate_limited`
 */
export async function requestMail(
  http: Http,
  purpose: Purpose,
  address: string,
  before: EmailProof | null = null,
): Promise<EmailProof> {
  if (!/^[^@\s]+@[^@\s]+$/.test(address))
    throw appFailure('email_invalid', 'No address of a mail box');
  const clientSecret = before?.clientSecret ?? randomText(32);
  const sendAttempt = (before?.sendAttempt ?? 0) + 1;
  const answer = await http
    .request<unknown>({
      method: 'POST',
      path: `${purpose}/email/requestToken`,
      auth: false,
      retry: 'none',
      body: { client_secret: clientSecret, email: address, send_attempt: sendAttempt },
    })
    .catch((thrown: unknown) => {
      throw newAccountFailure(thrown, 'email_unsupported');
    });
  const sid = isRecord(answer) ? answer['sid'] : null;
  if (typeof sid !== 'string' || sid === '') throw notMatrix();
  return { address, clientSecret, sid, sendAttempt };
}

/** The stage that shows the server that the link was opened. */
export const emailAuth = ({ sid, clientSecret }: EmailProof) => ({
  type: stages.email,
  threepid_creds: { sid, client_secret: clientSecret },
});
