// The identity server of this account: chosen by a person, its terms agreed to, then asked who has an address. One at a time; nothing is
// asked of a server that nobody agreed to. Its token stands in the setting `identityServer` and nowhere else.
import { deleteSetting, getSetting, setSetting } from '#stores/settings/settings';
import { account, getAccountData } from '#stores/settings/accountData';
import type { Store } from '#stores/sqlite/store';
import { appFailure, AppFailure } from '#contract/wire/errors';
import { cleanUrl, discover, discoveryErrors } from '../account/discovery';
import { addressOf } from '../account/server';
import { offeredIdentityServer } from '../account/browser/signInState';
import { createListeners } from '../base/listeners';
import { isRecord } from '../base/record';
import type { Log } from '../base/types';
import { reported } from '../base/unexpected';
import type { AnonymousDeps } from '../http/anonymous';
import { errcodeOf, notMatrix, statusOf, worded } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { lookUp } from './lookup';
import { createSharing, hostOf, type Sharing } from './sharing';
import { askIdentity, type Content, type IdentityRequest } from './requests';
import { termsIn, type TermsPage } from './terms';

export interface IdentityState {
  /** In use; null: none. */
  readonly server: string | null;
  /** The server that the account's domain, or another device of the account, names. */
  readonly offered: string | null;
  /** Waits for a yes. */
  readonly asked: { readonly server: string; readonly terms: TermsPage[] } | null;
}

export interface Identity {
  now(): IdentityState;
  onChange(listener: () => void): () => void;
  /** Looks for what is offered. */
  refresh(): Promise<void>;
  /** Reads its terms; nothing is told to it. @throws AppFailure */
  choose(server: string): Promise<void>;
  /** Yes to the terms that are shown: from now on it is in use. @throws AppFailure */
  agree(): Promise<void>;
  decline(): void;
  /** It is no longer in use, on all devices. @throws AppFailure when the homeserver does not take that */
  leave(): Promise<void>;
  /** @throws AppFailure `no_identity_server`, `identity_terms`, `identity_unsupported` */
  find(address: string): Promise<string | null>;
  /** The account's own addresses there. */
  readonly sharing: Sharing;
  /** @throws AppFailure the same, or the homeserver's refusal */
  invite(roomId: string, address: string): Promise<void>;
}

export interface IdentityDeps extends AnonymousDeps {
  readonly http: Pick<Http, 'request'>;
  readonly store: Store;
  readonly ownUserId: string;
  readonly serverName: string;
  readonly log: Log;
  /** Account data of this account. @throws AppFailure */
  readonly write: (type: string, content: Record<string, unknown>) => Promise<void>;
}

interface Stored {
  readonly server: string;
  readonly token: string;
}

const setting = 'identityServer';
const chosenType = 'm.identity_server';
const acceptedType = 'm.accepted_terms';

export function createIdentity(deps: IdentityDeps): Identity {
  const { http, store, ownUserId, log } = deps;
  const { tell, add: onChange } = createListeners();
  const stored = (): Stored | null => getSetting<Stored>(store.db, setting);
  let asked: IdentityState['asked'] = null;
  let discovered: string | null = null;
  /** The newest choice counts. */
  let turn = 0;

  const offered = (): string | null => {
    const other = getAccountData(store.db, account, chosenType)?.['base_url'];
    return cleanUrl(other) ?? getSetting<string>(store.db, offeredIdentityServer) ?? discovered;
  };
  const save = (next: Stored | null): void => {
    store.write(() =>
      next === null ? deleteSetting(store.db, setting) : setSetting(store.db, setting, next),
    );
    tell();
  };
  const show = (next: IdentityState['asked']): void => {
    asked = next;
    tell();
  };

  /** Its own token for a proof of who this is, which only it may look at (CHAT-7.41). */
  async function register(server: string): Promise<string> {
    const openId = await http.request<Content>({
      method: 'POST',
      path: path`/user/${ownUserId}/openid/request_token`,
      body: {},
      retry: 'limited',
    });
    const body = { ...openId };
    const answer = await askIdentity(deps, server, {
      method: 'POST',
      path: '/account/register',
      body,
    });
    const token = answer['token'] ?? answer['access_token'];
    if (typeof token !== 'string' || token === '' || token.length > 4096) throw notMatrix();
    return token;
  }

  const readTerms = async (server: string): Promise<TermsPage[]> => {
    try {
      const answer = await askIdentity(deps, server, { method: 'GET', path: '/terms' });
      return termsIn(answer, ['en']);
    } catch (thrown) {
      if (statusOf(thrown) === 404) return [];
      throw thrown;
    }
  };

  /** With the token; a token that it forgot is asked for once more, new terms are shown. */
  async function ask(request: IdentityRequest): Promise<Content> {
    const { server = null, token = '' } = stored() ?? {};
    try {
      return await askIdentity(deps, server, { ...request, token });
    } catch (thrown) {
      if (server === null) throw thrown;
      if (errcodeOf(thrown) === 'M_TERMS_NOT_SIGNED') {
        show({ server, terms: await readTerms(server) });
        throw appFailure('identity_terms', 'The terms of the identity server were not agreed to');
      }
      if (statusOf(thrown) !== 401) throw thrown;
      const fresh = await register(server);
      save({ server, token: fresh });
      return askIdentity(deps, server, { ...request, token: fresh });
    }
  }

  const askAt = (at: string, body?: Content): Promise<Content> =>
    ask(body === undefined ? { method: 'GET', path: at } : { method: 'POST', path: at, body });

  return {
    now: () => ({ server: stored()?.server ?? null, offered: offered(), asked }),
    onChange,
    async refresh() {
      if (offered() !== null) return;
      const { identityServer } = await discover(deps, deps.serverName);
      discovered = identityServer.state === 'SUCCESS' ? identityServer.baseUrl : null;
      tell();
    },
    async choose(typed) {
      const mine = (turn += 1);
      const server = cleanUrl(addressOf(typed)?.origin);
      if (server === null) throw appFailure('unknown_server', discoveryErrors.identityUrl);
      try {
        await askIdentity(deps, server, { method: 'GET', path: '' });
      } catch (thrown) {
        throw thrown instanceof AppFailure
          ? worded(thrown, discoveryErrors.identityServer)
          : thrown;
      }
      const terms = await readTerms(server);
      if (mine === turn) show({ server, terms });
    },
    async agree() {
      if (asked === null) throw appFailure('conflict', 'No identity server is chosen');
      const { server, terms } = asked;
      const token = await register(server);
      const urls = terms.map(({ url }) => url);
      if (urls.length > 0)
        await askIdentity(deps, server, {
          ...{ method: 'POST', path: '/terms', token },
          body: { user_accepts: urls },
        });
      const known = getAccountData(store.db, account, acceptedType)?.['accepted'];
      const before = Array.isArray(known) ? known.filter((one) => typeof one === 'string') : [];
      await deps.write(acceptedType, { accepted: [...new Set([...before, ...urls])] });
      await deps.write(chosenType, { base_url: server });
      asked = null;
      save({ server, token });
    },
    decline() {
      turn += 1;
      show(null);
    },
    async leave() {
      const before = stored();
      turn += 1;
      asked = null;
      // The specification has no way to remove it: an empty one is none (CHAT-7.13).
      await deps.write(chosenType, {});
      save(null);
      if (before === null) return;
      const { server, token } = before;
      await askIdentity(deps, server, {
        ...{ method: 'POST', path: '/account/logout', token, body: {} },
      }).catch(reported(log, 'leaving the identity server'));
    },
    find: (address) => lookUp(askAt, address),
    sharing: createSharing({ http, ownUserId, inUse: stored, ask, askAt, log }),
    async invite(roomId, address) {
      if (stored() === null)
        throw appFailure('no_identity_server', 'No supplied identity server URL');
      // Whether the token still holds, before the homeserver gets it.
      const who = await ask({ method: 'GET', path: '/account' });
      if (!isRecord(who) || who['user_id'] !== ownUserId) throw notMatrix();
      const { server, token } = stored() ?? { server: '', token: '' };
      await http.request({
        method: 'POST',
        path: path`/rooms/${roomId}/invite`,
        body: {
          id_server: hostOf(server),
          id_access_token: token,
          medium: 'email',
          address,
        },
        retry: 'limited',
      });
    },
  };
}
