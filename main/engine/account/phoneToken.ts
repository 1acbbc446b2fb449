// Text messages with a code that proves the ownership of a phone number: requested here, and the code submitted where the server says. Must
// not know the account, nor send its access token along with a code.
import { appFailure, AppFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import { answerTo, isPrivate, type AnonymousDeps } from '../http/anonymous';
import { errcodeOf, isRefusal, notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { randomText } from './random';

/** Connects a text message with the process that requested it. Only this process and the server know it. */
export interface PhoneProof {
  readonly country: string;
  /** The number as the user typed it. */
  readonly number: string;
  /** The number in the server's notation. */
  readonly shown: string;
  readonly clientSecret: string;
  readonly sid: string;
  readonly sendAttempt: number;
  /** The address where the code is submitted; null: the user follows the text message, and no code is submitted. */
  readonly submitUrl: string | null;
}

const digits = (number: string): string => number.replace(/\D/g, '');
const limits = { timeoutMs: 30_000, mostBytes: 64 * 1024 };

function refusal(thrown: unknown): unknown {
  if (!(thrown instanceof AppFailure) || !isRefusal(thrown)) return thrown;
  const { message, data } = thrown.error;
  const errcode = errcodeOf(thrown);
  if (errcode === 'M_THREEPID_IN_USE') return appFailure('email_in_use', message, { data });
  if (errcode === 'M_THREEPID_DENIED') return appFailure('email_denied', message, { data });
  // Servers give the same answer for a number that they cannot read and for one that they do not accept.
  return appFailure('email_unsupported', message, { data });
}

/**
 * Has the server send a code. The codes of failures are those of e-mail addresses.
 *
 * @param before the message that did not arrive
 * @throws AppFailure `email_invalid`, `email_in_use`, `email_denied`, `email_unsupported`, `rate_limited`
 */
export async function requestCode(
  http: Http,
  country: string,
  number: string,
  before: PhoneProof | null,
): Promise<PhoneProof> {
  const { length } = digits(number);
  if (!/^\+?[\d\s().-]+$/.test(number) || length < 5 || length > 15)
    throw appFailure('email_invalid', 'No phone number');
  const isAgain = before?.country === country && before.number === number;
  const clientSecret = isAgain ? before.clientSecret : randomText(32);
  const sendAttempt = isAgain ? before.sendAttempt + 1 : 1;
  const answer = await http
    .request<unknown>({
      method: 'POST',
      path: '/account/3pid/msisdn/requestToken',
      auth: false,
      retry: 'none',
      body: {
        ...{ client_secret: clientSecret, send_attempt: sendAttempt },
        ...{ country, phone_number: number },
      },
    })
    .catch((thrown: unknown) => {
      throw refusal(thrown);
    });
  if (!isRecord(answer)) throw notMatrix();
  const { sid, submit_url: submitUrl = null, intl_fmt: told, msisdn } = answer;
  const isUrl = submitUrl === null || typeof submitUrl === 'string';
  if (typeof sid !== 'string' || sid === '' || !isUrl) throw notMatrix();
  if (submitUrl !== null && !(URL.canParse(submitUrl) && isPrivate(new URL(submitUrl))))
    throw appFailure('insecure_server', 'A code does not travel over http');
  const plain = typeof msisdn === 'string' && /^\d{5,15}$/.test(msisdn) ? `+${msisdn}` : number;
  const shown = typeof told === 'string' && /^\+[\d\s().-]{5,30}$/.test(told) ? told : plain;
  return { country, number, shown, clientSecret, sid, sendAttempt, submitUrl };
}

/** Submits the code; does nothing where the server wants none. @throws AppFailure `wrong_token` */
export async function submitCode(
  deps: AnonymousDeps,
  { submitUrl, sid, clientSecret }: PhoneProof,
  code: string,
): Promise<void> {
  if (submitUrl === null) return;
  const body = JSON.stringify({ sid, client_secret: clientSecret, token: code.trim() });
  const headers = { Accept: 'application/json', 'Content-Type': 'application/json' };
  const wrong = (): AppFailure => appFailure('wrong_token', 'The code was refused');
  const bytes = await answerTo(deps, submitUrl, limits, (signal) =>
    deps.fetch(submitUrl, { method: 'POST', headers, body, signal, redirect: 'manual' }),
  ).catch((thrown: unknown) => {
    throw isRefusal(thrown) ? wrong() : thrown;
  });
  let answer: unknown;
  try {
    answer = JSON.parse(bytes.toString('utf8'));
  } catch {
    // The answer is no JSON.
    throw notMatrix();
  }
  if (!isRecord(answer) || answer['success'] !== true) throw wrong();
}
