// A space in the content pane, and its settings.
import { spaceRights } from '#contract/plainNames';
import { exampleBeyond } from '../fakes/fakeBeyond';
import { exampleWorld, type World } from '../fakes/fakeEngine';
import { people, roomRow } from '../fixtures';
import { App, later, press, pressItem } from './App';

const { administration } = exampleBeyond();

const world = (): Partial<World> => ({
  rooms: [...exampleWorld().rooms, roomRow('orchard', 'Orchard', { section: 'spaces' })],
  administration: {
    ...administration,
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
