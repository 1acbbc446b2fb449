// Dialogs over a chat, and pages in its place, one story each.
import { appFailure } from '#contract/wire/errors';
import { exampleBeyond, publicRoom } from '../fakes/fakeBeyond';
import { examplePacks } from '../fakes/fakePacks';
import type { World } from '../fakes/fakeEngine';
import { albumOf, mara, maySendOnly, people, roomId } from '../fixtures';
import { App, later, press, pressItem, pressNamed, type Setting } from './App';
import { inTurn, typeInto } from './steps';

const larkfield = roomId('larkfield');

const openEntry = (entry: string, then?: () => void): void => {
  press('header [aria-label="More"]');
  later(() => {
    pressItem(entry);
    if (then !== undefined) later(then)();
  })();
};

/** An entry of the room's menu. */
const ofRoom = (entry: string) => ({
  render: () => <App open="larkfield" then={later(() => openEntry(entry))} />,
});
/** Above the composer of somebody who sends to verified people alone. */
export const onlyVerified = {
  render: () => (
    <App
      open="larkfield"
      world={{
        withheldKeys: {
          people: [{ person: people.priya, isSelf: false, reason: 'unverified' }],
          waits: true,
          unreached: [],
        },
      }}
    />
  ),
};
/** Pictures of the own pack into the pack of a room. */
export const copyPack = {
  render: () => (
    <App
      two
      world={{ managedPacks: examplePacks(larkfield) }}
      then={later(() => {
        press('nav [aria-label="Settings"]');
        setTimeout(() => press('#settings-tab-packs'), 400);
        setTimeout(() => press('[aria-label^="What to do with Your"]'), 900);
        setTimeout(() => press('[role="menuitem"][data-key="copy"]'), 1500);
      })}
    />
  ),
};
export const renameRoom = ofRoom('Rename…');
export const changeTopic = ofRoom('Change topic…');
export const inviteToRoom = ofRoom('Invite people…');
export const leaveRoom = ofRoom('Leave');
export const exportChat = ofRoom('Export chat…');
export const exportedChat = {
  render: () => (
    <App
      open="larkfield"
      world={{ timelines: { [larkfield]: albumOf(people.odile) }, olderRefused: true }}
      then={(fake) => {
        fake.saveFolder = 'ticket-of-a-folder';
        later(() => openEntry('Export chat…', pressNamed(/Choose a folder/)))();
      }}
    />
  ),
};
/** The account is the only admin. */
export const leaveRoomAlone = {
  render: () => (
    <App
      open="larkfield"
      world={{ headers: { [larkfield]: { runsAlone: true } } }}
      then={later(() => openEntry('Leave'))}
    />
  ),
};
export const reportRoom = ofRoom('Report…');
export const roomSettings = ofRoom('Room settings…');
const { administration } = exampleBeyond();
const encryptedAlready = {
  ...administration,
  encrypted: true,
  may: { ...administration.may, encrypt: false },
};
/** Settings of an encrypted room: the recipients of its keys, and the content of the backup. */
export const roomSettingsKeys = {
  render: () => (
    <App
      open="larkfield"
      world={{ administration: encryptedAlready }}
      then={later(() => openEntry('Room settings…'))}
    />
  ),
};
/** Settings of a room in which this account may change nothing. */
export const roomSettingsReader = {
  render: () => (
    <App
      open="larkfield"
      world={{
        administration: {
          ...administration,
          may: Object.fromEntries(
            Object.keys(administration.may).map((right) => [right, false]),
          ) as unknown as typeof administration.may,
          rights: administration.rights.map((one) => ({ ...one, mayChange: false })),
        },
      }}
      then={later(() => openEntry('Room settings…'))}
    />
  ),
};
/** A topic was typed, and the dialog is closed. */
export const roomSettingsUnsaved = {
  render: () => (
    <App
      open="larkfield"
      then={later(() => {
        openEntry('Room settings…');
        inTurn([
          () => {
            const field = document.querySelector<HTMLTextAreaElement>('[role=dialog] textarea');
            if (field !== null) typeInto(field, 'Cold frames and tools');
            return field !== null;
          },
          () => {
            pressNamed(/^Close$/)();
            return true;
          },
        ]);
      })}
    />
  ),
};
/** A first group call in a room where not everybody may join one. */
export const callOpens = {
  render: () => (
    <App
      open="larkfield"
      world={{ groupCallRooms: { [larkfield]: { canStart: true, opens: true, opensStart: true } } }}
      then={later(() => {
        press('header [aria-label^="Start a call"]');
        later(() => pressItem('Voice call'))();
      })}
    />
  ),
};
/** A further part of it. */
const settingsPart = (tab: string, world: Partial<World> = {}) => ({
  render: () => (
    <App
      open="larkfield"
      world={world}
      then={later(() =>
        openEntry('Room settings…', () => press(`[role=dialog] input[value="${tab}"]`)),
      )}
    />
  ),
});
export const roomAccess = settingsPart('access');
/** Open to the members of spaces, whose names are of both directions, and of one that this account does not know. */
export const roomAccessSpaces = settingsPart('access', {
  administration: {
    ...administration,
    rules: { ...administration.rules, joinRule: 'restricted' },
    joinRules: ['public', 'invite', 'knock', 'restricted', 'knock_restricted'],
    letsIn: [
      { roomId: roomId('orchard'), name: 'Orchard', on: true },
      { roomId: roomId('harbour'), name: 'فريق الميناء القديم', on: false },
      { roomId: roomId('river'), name: 'Orchard and its many gardens by the river', on: false },
      { roomId: '!q7TnRkZgpWcVhXjLbs:fernhill.example', name: null, on: false },
    ],
  },
});
export const roomRights = settingsPart('rights');
export const goToDay = ofRoom('Go to a day…');

/** An entry of the menu of a message. */
const ofMessage = (entry: string, place = 0, typed = '', world: Partial<World> = {}) => ({
  render: () => (
    <App
      open="larkfield"
      world={world}
      then={later(() => {
        inTurn([
          () => {
            const row = [...document.querySelectorAll('[data-message]')].at(place);
            row?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
            if (row !== undefined) later(() => pressItem(entry))();
            return row !== undefined;
          },
        ]);
        if (typed !== '')
          inTurn([
            () => {
              const field = document.querySelector<HTMLInputElement>('[role=dialog] input');
              if (field !== null) typeInto(field, typed);
              return field !== null;
            },
          ]);
      })}
    />
  ),
});
export const messageSource = ofMessage('View source');
export const reportMessage = ofMessage('Report…');
export const deleteMessage = ofMessage('Delete', -3);
const ownAlbum = { timelines: { [larkfield]: albumOf(mara) } };
export const deleteAlbum = ofMessage('Delete', 0, '', ownAlbum);
export const forwardAlbum = ofMessage('Forward…', 0, '', ownAlbum);
export const forwardFew = ofMessage('Forward…', 0, 'studio');

/** A tab of the dialog for new chats. */
const newOf = (tab: string, world: Setting['world'] = {}) => ({
  render: () => (
    <App
      open="larkfield"
      world={world}
      then={later(() => {
        press('[aria-label="New chat"]');
        later(() => press(`[role=radio][value="${tab}"], input[value="${tab}"]`))();
      })}
    />
  ),
});
export const newRoom = newOf('room');
export const joinRoom = newOf('join');
export const exploreRooms = newOf('explore');
export const exploreMany = newOf('explore', {
  publicRooms: Array.from({ length: 50 }, (_, index) =>
    publicRoom(`Hobby ${index}`, { topic: index % 2 === 0 ? `Hobby number ${index}` : null }),
  ),
});
export const exploreNone = newOf('explore', { publicRooms: [] });

export const space = {
  render: () => <App open="larkfield" world={{ headers: { [larkfield]: { isSpace: true } } }} />,
};
export const gone = {
  render: () => (
    <App open="larkfield" world={{ headers: { [larkfield]: { membership: 'ban' } } }} />
  ),
};
export const asked = {
  render: () => (
    <App open="larkfield" world={{ headers: { [larkfield]: { membership: 'knock' } } }} />
  ),
};
const looking = (world: Partial<World> = {}) => ({
  render: () => (
    <App
      open="allotments"
      world={{
        headers: { [roomId('allotments')]: { membership: 'unknown', name: '' } },
        roomTold: true,
        ...world,
      }}
      then={later(() => later(pressNamed(/^Look inside/))())}
    />
  ),
});
const { peek: opened } = exampleBeyond();
export const peek = looking();
export const peekEncrypted = looking({
  peek: { ...opened, encrypted: true, live: false },
});
export const peekRefused = looking({
  peek: {
    ...{ ...opened, state: 'failed', live: false, people: null },
    error: appFailure('guest_forbidden', 'No guests').error,
  },
});
export const roomAdvanced = {
  render: () => (
    <App
      open="larkfield"
      then={later(() => openEntry('Room settings…', () => press('input[value="advanced"]')))}
    />
  ),
};
export const upgrade = {
  render: () => (
    <App
      open="larkfield"
      then={later(() =>
        openEntry('Room settings…', () => {
          press('input[value="advanced"]');
          later(pressNamed(/^Upgrade/))();
        }),
      )}
    />
  ),
};
export const readOnly = {
  render: () => (
    <App
      open="larkfield"
      world={{ headers: { [larkfield]: { permissions: { ...maySendOnly, send: false } } } }}
    />
  ),
};
export const signOut = {
  render: () => (
    <App
      then={later(() => {
        press('nav [aria-label="Settings"]');
        later(() => {
          press('#settings-tab-account');
          later(pressNamed(/^Sign out/))();
        })();
      })}
    />
  ),
};
/** A word in the field above the sections. */
export const settingsFind = {
  render: () => (
    <App
      then={later(() => {
        press('nav [aria-label="Settings"]');
        inTurn([
          () => {
            const field = document.querySelector<HTMLInputElement>('input[type="search"]');
            if (field?.placeholder !== 'Find a setting') return false;
            field.focus();
            typeInto(field, 'show');
            return true;
          },
        ]);
      })}
    />
  ),
};
export const settingsAbout = {
  render: () => (
    <App
      then={later(() => {
        press('nav [aria-label="Settings"]');
        later(() => press('#settings-tab-about'))();
      })}
    />
  ),
};
