// A space in the content pane, and its settings.
import { spaceRights } from '#contract/plainNames';
import type { SpaceRoom } from '#contract/areas/rooms/spaceModels';
import { exampleBeyond } from '../fakes/fakeBeyond';
import { exampleWorld, type World } from '../fakes/fakeEngine';
import { people, roomId, roomRow } from '../fixtures';
import { App, later, press, pressItem, pressNamed } from './App';

const { administration } = exampleBeyond();

const other = (name: string, joinRule: string): SpaceRoom => ({
  ...{ roomId: roomId(name), name, topic: null, avatar: null, isSpace: false, joinedCount: 12 },
  ...{ membership: null, joinRule, via: [] },
});

const world = (): Partial<World> => ({
  rooms: [...exampleWorld().rooms, roomRow('orchard', 'Orchard', { section: 'spaces' })],
  spaces: {
    [roomId('orchard')]: exampleWorld()
      .rooms.slice(8, 11)
      .map((row) => row.roomId),
  },
  spaceOthers: { [roomId('orchard')]: [other('Cider', 'public'), other('Grafting', 'knock')] },
  headers: { [roomId('orchard')]: { topic: 'Old sorts, new trees, and who prunes when.' } },
  administration: {
    ...administration,
    profile: { ...administration.profile, name: 'Orchard' },
    may: { ...administration.may, encrypt: false },
    rights: spaceRights.map((right) => ({ right, level: 50, mayChange: true })),
  },
});

const settings = (tab?: string) => ({
  render: () => (
    <App
      open="orchard"
      world={world()}
      then={later(() => {
        press('header [aria-label="More"]');
        later(() => {
          pressItem('Space settings…');
          if (tab !== undefined) later(() => press(`[role=dialog] input[value="${tab}"]`))();
        })();
      })}
    />
  ),
});

/** Two rooms were added: who is in the space is let into one of them, and not yet into the other. */
export const addToSpace = {
  render: () => (
    <App
      open="orchard"
      world={{
        ...world(),
        administration: {
          ...administration,
          joinRules: ['public', 'invite', 'restricted'],
          letsIn: [],
        },
      }}
      then={later(() => {
        pressNamed(/^Add/)();
        later(() => {
          pressItem('Add rooms…');
          later(() => press('[role=dialog] li:nth-child(2) button'))();
        })();
      })}
    />
  ),
};
export const spacePage = { render: () => <App open="orchard" world={world()} /> };
export const spaceSettings = settings();
export const spaceAccess = settings('access');
export const spaceRightsTab = settings('rights');

const none = { invite: false, kick: false, ban: false, unban: false, levels: [] };

/** The card of somebody who is banned from the room, or out of it. */
const cardOf = (change: Partial<World['members'][number]>) => ({
  render: () => (
    <App
      open="larkfield"
      world={{
        members: exampleWorld().members.map((one) =>
          one.person.userId === people.odile.userId ? { ...one, ...change } : one,
        ),
      }}
      then={later(() => press('article [aria-label*="Odile"]'))}
    />
  ),
});
export const cardBanned = cardOf({ membership: 'ban', actions: { ...none, unban: true } });
export const cardOut = cardOf({
  membership: 'leave',
  actions: { ...none, invite: true, ban: true },
});
