// The contract's side of signing in with another device: the role of this account, and its dependencies. Loaded with the first attempt.
import type { Linking } from '#contract/areas/account/linking';
import { appFailure } from '#contract/wire/errors';
import { expected } from '../../base/unexpected';
import { createCell, type Cell } from '../../desktop';
import type { Links, Role } from '../../linking/linking';
import type { EngineParts } from '../parts';
import { takeOver } from '../signIn/takeOver';

export interface LinkDoor {
  readonly state: Pick<Cell<Linking>, 'now' | 'onChange'>;
  support(): Promise<'yes' | 'no_server' | 'no_keys'>;
  show(server: string | null): Promise<void>;
  read(bytes: Uint8Array): Promise<'read' | 'not_a_code' | 'same_side'>;
  check(digits: string): Promise<void>;
  openAgain(): void;
  notOpened(turn: number): void;
  end(): Promise<void>;
}

type Parts = Omit<EngineParts, 'browserDoor' | 'linkDoor' | 'registrationDoor'>;

export function createLinkDoor(parts: Parts): LinkDoor {
  const { fetch, clock, sessions, pages, network } = parts;
  const log = parts.log.child('linking');
  const state = createCell<Linking>({ state: 'idle' });
  let made: Promise<Links> | null = null;
  let page: string | null = null;
  let turn = 0;

  const show = (next: Linking): void => {
    if (next.state !== 'allow' && page !== null) {
      page = null;
      pages.end();
    }
    state.set(next);
  };
  const links = async (): Promise<Links> => {
    made ??= import('../../linking/linking').then(({ createLinks }) =>
      createLinks({ fetch, clock, log, show }),
    );
    return made;
  };
  const open = (url: string): void => {
    page = url;
    turn = pages.ask(url);
  };

  const newRole = (): Role => ({
    side: 'new',
    deps: {
      ...{ fetch, clock, log },
      signedIn: (session) => takeOver(parts, session, null),
      isTaken: ({ accessToken }) => sessions.current()?.accessToken === accessToken,
      takeSecrets: async (secrets) => {
        const { crypto } = await network.ready();
        if (crypto === null) throw appFailure('conflict', 'This device has no encryption');
        await crypto.given.take(secrets);
      },
    },
  });

  const ownRole = async (): Promise<Role> => {
    const session = sessions.current();
    const { http, crypto } = await network.ready();
    if (session?.state !== 'signed_in' || session.guest === true || crypto === null)
      throw appFailure('conflict', 'This account lets nobody in');
    const { baseUrl, serverName, userId } = session;
    return {
      side: 'own',
      deps: {
        ...{ fetch, clock, http, baseUrl, serverName, open },
        hasSecrets: async () => isUnlocked(crypto.status()),
        exportSecrets: crypto.given.give,
        ask: () => parts.desktop.questions.ask({ act: 'link_device', userId, isWide: false }),
      },
    };
  };

  const role = async (): Promise<Role> => (sessions.current() === null ? newRole() : ownRole());

  return {
    state,
    async support() {
      // Not signed in, or without encryption: then there is nothing to offer.
      const mine = await ownRole().catch(expected);
      if (mine === null || !('side' in mine) || mine.side !== 'own') return 'no_server';
      const { canLink } = await import('../../linking/support');
      if (!(await canLink(mine.deps, mine.deps.baseUrl))) return 'no_server';
      return (await mine.deps.hasSecrets()) ? 'yes' : 'no_keys';
    },
    async show(server) {
      const mine = await role();
      (await links()).showCode(mine, server ?? '');
    },
    async read(bytes) {
      const mine = await role();
      return (await links()).readCode(mine, bytes);
    },
    check: async (digits) => (await links()).check(digits),
    openAgain() {
      if (page === null) return;
      state.set({ state: 'allow', note: null });
      open(page);
    },
    notOpened(of) {
      if (page !== null && of === turn) state.set({ state: 'allow', note: 'not_opened' });
    },
    end: async () => (await made)?.end(),
  };
}

/** It holds the private keys of the identity. */
const isUnlocked = ({ state, deviceVerified }: { state: string; deviceVerified: boolean }) =>
  deviceVerified && state !== 'locked';
