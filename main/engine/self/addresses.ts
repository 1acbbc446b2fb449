// The account's e-mail addresses and phone numbers: read, added with a mail or a text message that proves them, removed; and the account's end.
import type { Address, Addresses } from '#contract/areas/account/addresses';
import { appFailure, AppFailure, type AppError } from '#contract/wire/errors';
import { requestMail, type EmailProof } from '../account/emailToken';
import { requestCode, submitCode, type PhoneProof } from '../account/phoneToken';
import { createListeners } from '../base/listeners';
import { isRecord } from '../base/record';
import type { Log } from '../base/types';
import { reported, unexpected } from '../base/unexpected';
import { cleanName } from '../events/cleanName';
import type { AnonymousDeps } from '../http/anonymous';
import { errcodeOf } from '../http/errors';
import type { Http } from '../http/http';
import type { Prove } from '../http/interactiveAuth';

const mostAddresses = 100;

export interface AddressBook {
  now(): Addresses;
  onChange(listener: () => void): () => void;
  /** @throws AppFailure when the server does not tell */
  refresh(): Promise<void>;
  /** @throws AppFailure `email_*`, `rate_limited` */
  add(address: string): Promise<void>;
  /** @throws AppFailure `email_unconfirmed`, `wrong_password`, `forbidden` */
  confirm(password: string | null): Promise<void>;
  cancel(): void;
  /** @throws AppFailure as {@link requestCode} */
  addPhone(country: string, number: string): Promise<void>;
  /** @throws AppFailure `wrong_token`, `wrong_password`, `forbidden` */
  confirmPhone(code: string, password: string | null): Promise<void>;
  cancelPhone(): void;
  /** @throws AppFailure */
  remove(medium: Address['medium'], address: string): Promise<void>;
  /** @throws AppFailure `wrong_password`, `forbidden` */
  deactivate(password: string | null, erase: boolean): Promise<void>;
}

function addressesIn(answer: unknown): Address[] {
  const list = isRecord(answer) && Array.isArray(answer['threepids']) ? answer['threepids'] : [];
  return list
    .slice(0, mostAddresses)
    .flatMap((one: unknown): Address[] => {
      const { medium, address, added_at: addedAt } = isRecord(one) ? one : {};
      const shown = cleanName(address);
      if ((medium !== 'email' && medium !== 'msisdn') || shown === null) return [];
      const isTime = typeof addedAt === 'number' && addedAt > 0 && addedAt <= 8.64e15;
      return [{ medium, address: shown, addedAtMs: isTime ? addedAt : null }];
    })
    .sort((a, b) => (a.addedAtMs ?? 0) - (b.addedAtMs ?? 0));
}

export function createAddressBook(
  deps: AnonymousDeps & { readonly http: Http; readonly prove: Prove },
  log: Log,
): AddressBook {
  const { http, prove } = deps;
  const { tell, add: onChange } = createListeners();
  let all: Address[] | null = null;
  let error: AppError | null = null;
  let proof: EmailProof | null = null;
  let phone: PhoneProof | null = null;
  /** The number whose code was accepted: a code can be used once, and the password may be typed again. */
  let checked: PhoneProof | null = null;

  const post = (path: string, body: Record<string, unknown>): Promise<unknown> =>
    http.request({ method: 'POST', path, body, retry: 'none' });

  /** With the password when the server asks. */
  const proven = (
    path: string,
    body: Record<string, unknown>,
    password: string | null,
  ): Promise<unknown> =>
    prove((auth) => post(path, { ...body, ...(auth === null ? {} : { auth }) }), password);

  async function refresh(): Promise<void> {
    try {
      all = addressesIn(
        await http.request({ method: 'GET', path: '/account/3pid', retry: 'limited' }),
      );
      error = null;
    } catch (thrown) {
      error = unexpected(log, 'addresses of the account', thrown);
      throw thrown;
    } finally {
      tell();
    }
  }
  /** After an act that succeeded: the value reports that they cannot be read. */
  const refreshAfter = (): Promise<void> =>
    refresh().catch(reported(log, 'addresses after an act'));

  /** The address that was shown to be the person's own becomes one of the account. */
  async function take(
    { sid, clientSecret: client_secret }: Pick<EmailProof, 'sid' | 'clientSecret'>,
    password: string | null,
  ): Promise<void> {
    try {
      await proven('/account/3pid/add', { sid, client_secret }, password);
    } catch (thrown) {
      if (thrown instanceof AppFailure && errcodeOf(thrown) === 'M_THREEPID_AUTH_FAILED')
        throw appFailure('email_unconfirmed', 'The link in the mail was not opened');
      if (thrown instanceof AppFailure && errcodeOf(thrown) === 'M_THREEPID_IN_USE')
        throw appFailure('email_in_use', 'Another account has this address');
      throw thrown;
    }
  }

  return {
    now: () => ({
      ...{ all, pending: proof?.address ?? null, error },
      ...(phone !== null && { pendingPhone: phone.shown, phoneCode: phone.submitUrl !== null }),
    }),
    onChange,
    refresh,
    async add(address) {
      const before = proof?.address === address ? proof : null;
      proof = await requestMail(http, '/account/3pid', address, before);
      tell();
    },
    async confirm(password) {
      if (proof === null) throw appFailure('conflict', 'No address is being added');
      await take(proof, password);
      proof = null;
      await refreshAfter();
    },
    cancel() {
      proof = null;
      tell();
    },
    async addPhone(country, number) {
      phone = await requestCode(http, country, number, phone);
      tell();
    },
    async confirmPhone(code, password) {
      if (phone === null) throw appFailure('conflict', 'No number is being added');
      const current = phone;
      if (checked !== current) await submitCode(deps, current, code);
      checked = current;
      await take(current, password);
      phone = null;
      await refreshAfter();
    },
    cancelPhone() {
      phone = null;
      tell();
    },
    async remove(medium, address) {
      await post('/account/3pid/delete', { medium, address });
      await refreshAfter();
    },
    async deactivate(password, erase) {
      await proven('/account/deactivate', { erase }, password);
    },
  };
}
