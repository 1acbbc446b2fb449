// The account's own addresses at its identity server: by which of them people find this account. One is shared after that server has proved it,
// by a mail or a text message, and taken back. Must not choose the server, nor know its token's way.
import { appFailure, type AppError, type AppFailure } from '#contract/wire/errors';
import { randomText } from '../account/random';
import { createListeners } from '../base/listeners';
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import { errcodeOf, isRefusal, notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { lookUpAll, type Contact } from './lookup';
import type { Content, IdentityRequest } from './requests';

export interface SharingState {
  /** Null: not known. */
  readonly shared: readonly Contact[] | null;
  /** The server has sent something there. */
  readonly pending: Contact | null;
  readonly error: AppError | null;
}

export interface Sharing {
  now(): SharingState;
  onChange(listener: () => void): () => void;
  /** Which of these lead to this account. Without a server in use nothing is asked. Never rejects. */
  refresh(own: readonly Contact[]): Promise<void>;
  /** Has the server send a mail or a text message; the same again is the next attempt. @throws AppFailure as `Identity.find` */
  begin(contact: Contact): Promise<void>;
  /**
   * @param code empty: the link in the mail was opened
   * @throws AppFailure `wrong_token`, `email_unconfirmed`, or as `Identity.find`
   */
  confirm(code: string): Promise<void>;
  cancel(): void;
  /** @throws AppFailure `identity_unsupported` for a server that forgets no address */
  stop(contact: Contact): Promise<void>;
}

export interface SharingDeps {
  readonly http: Pick<Http, 'request'>;
  readonly ownUserId: string;
  /** The one in use, with its token; null: none. */
  readonly inUse: () => { readonly server: string; readonly token: string } | null;
  /** With its token, which is asked for anew when it holds no more. */
  readonly ask: (request: IdentityRequest) => Promise<Content>;
  readonly askAt: (path: string, body?: Content) => Promise<Content>;
  readonly log: Log;
}

interface Proof {
  readonly contact: Contact;
  readonly server: string;
  readonly clientSecret: string;
  readonly sid: string;
  readonly attempt: number;
  /** Its code was right: it counts once, and what follows may fail. */
  readonly proved: boolean;
}

/** The server's name without the scheme, the form that homeservers use. */
export const hostOf = (server: string): string => server.replace(/^https?:\/\//, '');

const isSame = (a: Contact, b: Contact): boolean =>
  a.medium === b.medium && a.address === b.address;

/** A number with its country in it: which country it is dialled in makes no difference. */
const named = ({ medium, address }: Contact): Content =>
  medium === 'email' ? { email: address } : { country: 'GB', phone_number: `+${address}` };

export function createSharing(deps: SharingDeps): Sharing {
  const { http, ownUserId, inUse, ask, askAt, log } = deps;
  const { tell, add: onChange } = createListeners();
  let shared: { readonly server: string; readonly all: readonly Contact[] } | null = null;
  let error: AppError | null = null;
  let proof: Proof | null = null;
  /** The newest reading counts. */
  let turn = 0;

  const mustUse = (): { readonly server: string; readonly token: string } => {
    const now = inUse();
    if (now === null) throw appFailure('no_identity_server', 'No identity server base URL set');
    return now;
  };

  async function refresh(own: readonly Contact[]): Promise<void> {
    const mine = (turn += 1);
    const server = inUse()?.server;
    let found: readonly (string | null)[] = [];
    let failure: AppError | null = null;
    try {
      if (server !== undefined && own.length > 0) found = await lookUpAll(askAt, own);
    } catch (thrown) {
      failure = unexpected(log, 'own addresses at the identity server', thrown);
    }
    if (mine !== turn) return;
    error = failure;
    const all = own.filter((_one, at) => found[at] === ownUserId);
    shared = server === undefined || failure !== null ? null : { server, all };
    tell();
  }

  const note = (server: string, change: (all: readonly Contact[]) => readonly Contact[]): void => {
    turn += 1;
    shared = { server, all: change(shared?.server === server ? shared.all : []) };
    tell();
  };

  async function submit(current: Proof, code: string): Promise<Proof> {
    const { contact, sid, clientSecret: client_secret } = current;
    const body = { sid, client_secret, token: code };
    const wrong = (): AppFailure => appFailure('wrong_token', 'The code was refused');
    const path = `/validate/${contact.medium}/submitToken`;
    const { success } = await ask({ method: 'POST', path, body }).catch((thrown: unknown) => {
      const isCode = isRefusal(thrown) && errcodeOf(thrown) !== 'M_TERMS_NOT_SIGNED';
      throw isCode ? wrong() : thrown;
    });
    if (success !== true) throw wrong();
    return { ...current, proved: true };
  }

  /** Another address, another server or nothing at all is being shared by now. */
  const mustBe = (current: Proof): void => {
    if (proof !== current || current.server !== mustUse().server)
      throw appFailure('conflict', 'No address is being shared');
  };

  async function bind(current: Proof): Promise<void> {
    const { server, sid, clientSecret: client_secret } = current;
    // Whether the token still holds, before the homeserver gets it.
    const who = await ask({ method: 'GET', path: '/account' });
    if (who['user_id'] !== ownUserId) throw notMatrix();
    mustBe(current);
    const { token: id_access_token } = mustUse();
    const body = { sid, client_secret, id_server: hostOf(server), id_access_token };
    await http
      .request({ method: 'POST', path: '/account/3pid/bind', body, retry: 'limited' })
      .catch((thrown: unknown) => {
        const code = errcodeOf(thrown);
        throw code === 'M_SESSION_NOT_VALIDATED' || code === 'M_NO_VALID_SESSION'
          ? appFailure('email_unconfirmed', 'The address was not proved to the identity server')
          : thrown;
      });
  }

  return {
    now: () => ({
      shared: shared !== null && shared.server === inUse()?.server ? shared.all : null,
      pending: proof !== null && proof.server === inUse()?.server ? proof.contact : null,
      error,
    }),
    onChange,
    refresh,
    async begin(contact) {
      const { server } = mustUse();
      const before =
        proof !== null && proof.server === server && isSame(proof.contact, contact) ? proof : null;
      const clientSecret = before?.clientSecret ?? randomText(32);
      const attempt = (before?.attempt ?? 0) + 1;
      const path = `/validate/${contact.medium}/requestToken`;
      const body = { client_secret: clientSecret, send_attempt: attempt, ...named(contact) };
      const { sid } = await ask({ method: 'POST', path, body });
      if (typeof sid !== 'string' || sid === '' || sid.length > 255) throw notMatrix();
      proof = { contact, server, clientSecret, sid, attempt, proved: false };
      tell();
    },
    async confirm(typed) {
      let current = proof;
      if (current === null) throw appFailure('conflict', 'No address is being shared');
      mustBe(current);
      if (typed.trim() !== '' && !current.proved) {
        const proved = await submit(current, typed.trim());
        mustBe(current);
        proof = current = proved;
      }
      await bind(current);
      const { contact, server } = current;
      if (proof === current) proof = null;
      note(server, (all) => [...all.filter((one) => !isSame(one, contact)), contact]);
    },
    cancel() {
      proof = null;
      tell();
    },
    async stop(contact) {
      const { server } = mustUse();
      const { medium, address } = contact;
      const answer = await http.request<Content>({
        method: 'POST',
        path: '/account/3pid/unbind',
        body: { id_server: hostOf(server), medium, address },
        retry: 'limited',
      });
      if (answer['id_server_unbind_result'] === 'no-support')
        throw appFailure('identity_unsupported', 'The identity server forgets no addresses');
      note(server, (all) => all.filter((one) => !isSame(one, contact)));
    },
  };
}
