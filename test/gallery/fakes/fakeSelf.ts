// The fake engine's account as others see it: presence and profile.
import type { Addresses } from '#contract/areas/account/addresses';
import type { IdentityState, SharedAddresses } from '#contract/areas/account/identity';
import type { OwnPresence, Presence } from '#contract/areas/rooms/presence';
import type { Proof } from '#contract/areas/account/proof';
import type { EngineContract } from '#contract/engine';
import { appFailure } from '#contract/wire/errors';
import type { CallArgs } from '#contract/wire/shapes';
import type { World } from './fakeEngine';
import { at, mara, people } from '../fixtures';

export interface SelfWorld {
  /** By user id; of members who are not named, their row says it. */
  readonly presences: Readonly<Record<string, Presence>>;
  readonly ownPresence: OwnPresence;
  readonly addresses: Addresses;
  readonly identity: IdentityState;
  readonly sharedAddresses: SharedAddresses;
  readonly dehydration: 'unsupported' | 'off' | 'on';
  /** Rooms whose keys go to verified people alone. */
  readonly onlyVerified: { readonly all: boolean; readonly rooms: readonly string[] };
  /** The authentication that the server asks for; `page` waits until it is cancelled or the world says `idle`. */
  readonly proofWay: 'password' | 'page';
  readonly proof: Proof;
  /** By user id; null everywhere: the server keeps none. */
  readonly timeZones: Readonly<Record<string, string | null>> | null;
  readonly pronouns: Readonly<Record<string, string | null>> | null;
  readonly biographies: Readonly<Record<string, string | null>> | null;
}

export const exampleSelf = (): SelfWorld => ({
  presences: {
    [people.priya.userId]: {
      state: 'unavailable',
      lastActiveMs: at(9, 30),
      status: 'Back at three',
    },
  },
  ownPresence: { shares: true, status: 'Printing until noon' },
  proofWay: 'password',
  proof: { state: 'idle' },
  timeZones: { [people.priya.userId]: 'Asia/Tokyo', [mara.userId]: 'Europe/Stockholm' },
  pronouns: { [people.priya.userId]: 'she/her' },
  biographies: {
    [people.priya.userId]:
      'Letterpress and linocut.\nThe small press is mine: ask before you move it.',
  },
  identity: { server: null, offered: 'https://identity.example', asked: null },
  sharedAddresses: { shared: null, pending: null, error: null },
  onlyVerified: { all: false, rooms: [] },
  dehydration: 'off',
  addresses: {
    all: [
      { medium: 'email', address: 'mara@mail.example', addedAtMs: at(9, 0) },
      { medium: 'msisdn', address: '447700900123', addedAtMs: at(9, 1) },
    ],
    pending: null,
    error: null,
  },
});

interface Context {
  readonly world: World;
  readonly update: (change: Partial<World>) => void;
}

type Answer = Record<string, never>;
const nothing = (): Answer => ({});

export const selfDefaults = {
  refreshAddresses: nothing,
  addEmail: (
    { address }: CallArgs<EngineContract, 'addEmail'>,
    { world, update }: Context,
  ): Answer => {
    update({ addresses: { ...world.addresses, pending: address } });
    return {};
  },
  confirmEmail: (_input: unknown, { world, update }: Context): Answer => {
    const { all, pending } = world.addresses;
    const added = { medium: 'email', address: pending ?? '', addedAtMs: at(10, 0) } as const;
    update({ addresses: { ...world.addresses, all: [...(all ?? []), added], pending: null } });
    return {};
  },
  cancelAddEmail: (_input: unknown, { world, update }: Context): Answer => {
    update({ addresses: { ...world.addresses, pending: null } });
    return {};
  },
  addPhone: (
    { number }: CallArgs<EngineContract, 'addPhone'>,
    { world, update }: Context,
  ): Answer => {
    if (!/\d{5}/.test(number)) throw appFailure('email_invalid', 'No number');
    update({ addresses: { ...world.addresses, pendingPhone: number } });
    return {};
  },
  confirmPhone: (
    { code }: CallArgs<EngineContract, 'confirmPhone'>,
    { world, update }: Context,
  ): Answer => {
    if (code !== '123456') throw appFailure('wrong_token', 'Wrong');
    const { all, pendingPhone = '', ...kept } = world.addresses;
    const address = pendingPhone.replace(/\D/g, '');
    const added = { medium: 'msisdn', address, addedAtMs: at(10, 0) } as const;
    update({ addresses: { ...kept, all: [...(all ?? []), added] } });
    return {};
  },
  cancelAddPhone: (_input: unknown, { world, update }: Context): Answer => {
    const { pendingPhone: _gone, ...kept } = world.addresses;
    update({ addresses: kept });
    return {};
  },
  removeAddress: (
    { address }: CallArgs<EngineContract, 'removeAddress'>,
    { world, update }: Context,
  ): Answer => {
    const all = world.addresses.all?.filter((one) => one.address !== address) ?? null;
    update({ addresses: { ...world.addresses, all } });
    return {};
  },
  deactivateAccount: nothing,
  refreshIdentity: nothing,
  chooseIdentityServer: (
    { server }: CallArgs<EngineContract, 'chooseIdentityServer'>,
    { world, update }: Context,
  ): Answer => {
    const terms = [
      { name: 'Terms of service', url: 'https://identity.example/terms' },
      { name: 'Privacy policy', url: 'https://identity.example/privacy' },
    ];
    update({ identity: { ...world.identity, asked: { server, terms } } });
    return {};
  },
  agreeToIdentityServer: (_input: unknown, { world, update }: Context): Answer => {
    const server = world.identity.asked?.server ?? null;
    update({ identity: { ...world.identity, server, asked: null } });
    return {};
  },
  declineIdentityServer: (_input: unknown, { world, update }: Context): Answer => {
    update({ identity: { ...world.identity, asked: null } });
    return {};
  },
  leaveIdentityServer: (_input: unknown, { world, update }: Context): Answer => {
    update({ identity: { ...world.identity, server: null } });
    return {};
  },
  findByEmail: ({ address }: CallArgs<EngineContract, 'findByEmail'>) => ({
    person: address === 'priya@mail.example' ? people.priya : null,
  }),
  inviteByEmail: nothing,
  refreshSharedAddresses: (_input: unknown, { world, update }: Context): Answer => {
    const { sharedAddresses: now } = world;
    if (world.identity.server !== null && now.shared === null)
      update({ sharedAddresses: { ...now, shared: [] } });
    return {};
  },
  shareAddress: (
    pending: CallArgs<EngineContract, 'shareAddress'>,
    { world, update }: Context,
  ): Answer => {
    update({ sharedAddresses: { ...world.sharedAddresses, pending } });
    return {};
  },
  confirmShare: (
    { code }: CallArgs<EngineContract, 'confirmShare'>,
    { world, update }: Context,
  ): Answer => {
    if (code !== '' && code !== '123456') throw appFailure('wrong_token', 'Wrong');
    const { pending, shared } = world.sharedAddresses;
    const all = [...(shared ?? []), ...(pending === null ? [] : [pending])];
    update({ sharedAddresses: { shared: all, pending: null, error: null } });
    return {};
  },
  cancelShare: (_input: unknown, { world, update }: Context): Answer => {
    update({ sharedAddresses: { ...world.sharedAddresses, pending: null } });
    return {};
  },
  stopSharing: (
    { address }: CallArgs<EngineContract, 'stopSharing'>,
    { world, update }: Context,
  ): Answer => {
    const shared = world.sharedAddresses.shared?.filter((one) => one.address !== address) ?? null;
    update({ sharedAddresses: { ...world.sharedAddresses, shared } });
    return {};
  },
  refillBackup: nothing,
  dehydration: (_input: unknown, { world }: Context) => ({ state: world.dehydration }),
  setDehydration: (
    { recoveryKey }: CallArgs<EngineContract, 'setDehydration'>,
    { update }: Context,
  ): Answer => {
    update({ dehydration: recoveryKey === null ? 'off' : 'on' });
    return {};
  },
  forgetBackedUpKeys: nothing,
  setOnlyVerified: (
    { roomId, on }: CallArgs<EngineContract, 'setOnlyVerified'>,
    { world, update }: Context,
  ): Answer => {
    const { all, rooms } = world.onlyVerified;
    const others = rooms.filter((one) => one !== roomId);
    update({
      onlyVerified:
        roomId === null ? { all: on, rooms } : { all, rooms: on ? [...others, roomId] : others },
    });
    return {};
  },
  timeZoneOf: (
    { userId }: CallArgs<EngineContract, 'timeZoneOf'>,
    { world: { timeZones } }: Context,
  ) => ({ isKept: timeZones !== null, timeZone: timeZones?.[userId] ?? null }),
  setTimeZone: (
    { timeZone }: CallArgs<EngineContract, 'setTimeZone'>,
    { world, update }: Context,
  ): Answer => {
    update({ timeZones: { ...world.timeZones, [mara.userId]: timeZone } });
    return {};
  },
  pronounsOf: (
    { userId }: CallArgs<EngineContract, 'pronounsOf'>,
    { world: { pronouns } }: Context,
  ) => ({ isKept: pronouns !== null, pronouns: pronouns?.[userId] ?? null }),
  setPronouns: (
    { pronouns }: CallArgs<EngineContract, 'setPronouns'>,
    { world, update }: Context,
  ): Answer => {
    update({ pronouns: { ...world.pronouns, [mara.userId]: pronouns } });
    return {};
  },
  biographyOf: (
    { userId }: CallArgs<EngineContract, 'biographyOf'>,
    { world: { biographies } }: Context,
  ) => ({ isKept: biographies !== null, text: biographies?.[userId] ?? null }),
  setBiography: (
    { text }: CallArgs<EngineContract, 'setBiography'>,
    { world, update }: Context,
  ): Answer => {
    update({ biographies: { ...world.biographies, [mara.userId]: text } });
    return {};
  },
  proofWay: (_input: unknown, { world }: Context) => ({ way: world.proofWay }),
  openProofAgain: nothing,
  cancelProof: (_input: unknown, { update }: Context): Answer => {
    update({ proof: { state: 'idle' } });
    return {};
  },
  sharePresence: (
    { on }: CallArgs<EngineContract, 'sharePresence'>,
    { world, update }: Context,
  ): Record<string, never> => {
    update({ ownPresence: { ...world.ownPresence, shares: on } });
    return {};
  },
  setPresence: (
    { presence }: CallArgs<EngineContract, 'setPresence'>,
    { world, update }: Context,
  ): Record<string, never> => {
    const { status } = world.ownPresence;
    update({ ownPresence: { shares: true, status, away: presence === 'unavailable' } });
    return {};
  },
  setStatus: (
    { text }: CallArgs<EngineContract, 'setStatus'>,
    { world, update }: Context,
  ): { kept: boolean } => {
    update({ ownPresence: { ...world.ownPresence, status: text } });
    return { kept: true };
  },
};

interface Sink<V> {
  set(value: V): void;
}

export const selfValues = (world: World, watch: (push: () => void) => () => void) => ({
  ownPresence: (_query: unknown, sink: Sink<OwnPresence>) =>
    watch(() => sink.set(world.ownPresence)),
  proof: (_query: unknown, sink: Sink<Proof>) => watch(() => sink.set(world.proof)),
  sharedAddresses: (_query: unknown, sink: Sink<SharedAddresses>) =>
    watch(() => sink.set(world.sharedAddresses)),
  onlyVerified: (
    { roomId }: { roomId: string | null },
    sink: Sink<{ room: boolean; all: boolean }>,
  ) =>
    watch(() => {
      const { all, rooms } = world.onlyVerified;
      sink.set({ all, room: roomId !== null && rooms.includes(roomId) });
    }),
  identity: (_query: unknown, sink: Sink<IdentityState>) => watch(() => sink.set(world.identity)),
  addresses: (_query: unknown, sink: Sink<Addresses>) => watch(() => sink.set(world.addresses)),
  presence: ({ userId }: { userId: string }, sink: Sink<Presence>) =>
    watch(() => {
      const row = world.members.find(({ person }) => person.userId === userId);
      const state = row?.presence ?? 'unknown';
      sink.set(world.presences[userId] ?? { state, lastActiveMs: null, status: null });
    }),
});
