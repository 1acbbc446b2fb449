// Whole windows over engines in memory.
import { exampleCode, stepAt } from '../fakes/fakeSignIn';
import { exampleSignIn } from '../fakes/fakeDevices';
import { exampleLinkCode } from '../fakes/fakeLinking';
import { exampleServerUsers } from '../fakes/fakeBeyond';
import { bareHealth, brokenHealth, replacedHealth } from '../fakes/fakeHealth';
import { examplePacks } from '../fakes/fakePacks';
import { emptyWorld, exampleWorld, type World } from '../fakes/fakeEngine';
import {
  people,
  at,
  encryptionReady,
  guest,
  maySendOnly,
  roomId,
  session,
  signedOut,
  syncing,
  timeline,
  rooms,
  withPriya,
} from '../fixtures';
import { App, first, later, press, pressItem, pressNamed, type Setting } from './App';
import { typeInto } from './steps';

function Failed({ then }: Pick<Setting, 'then'>) {
  return (
    <App
      then={then}
      row={{
        engine: 'failed',
        error: {
          code: 'store_corrupt',
          message: '',
          retryable: false,
          retryAfterMs: null,
          data: null,
        },
      }}
    />
  );
}
export const chat = { render: () => <App open="larkfield" two /> };
const pins = timeline.flatMap((item) =>
  item.kind === 'message' && item.eventId !== null && item.body.type === 'text'
    ? [item.eventId]
    : [],
);
const withPins = { pinned: { [roomId('larkfield')]: [...pins.slice(0, 3), '$gone'] } };
export const pinned = { render: () => <App open="larkfield" world={withPins} /> };
export const pinnedList = {
  render: () => (
    <App
      open="larkfield"
      world={withPins}
      then={later(() => press('[aria-label="Show all pinned messages"]'))}
    />
  ),
};
const forwarded = timeline.map((item) =>
  item.kind === 'message' && item.eventId === pins[1] ? { ...item, forwarded: true } : item,
);
export const forward = {
  render: () => (
    <App
      open="larkfield"
      world={{ timelines: { [roomId('larkfield')]: forwarded } }}
      then={later(() => {
        document
          .querySelector('[data-message]')
          ?.dispatchEvent(new MouseEvent('contextmenu', { bubbles: true }));
        later(() => pressItem('Forward…'))();
      })}
    />
  ),
};
export const list = { render: () => <App two /> };
export const invited = { render: () => <App open="winter" /> };
export const members = {
  render: () => <App open="larkfield" then={later(() => press('#room-people'))} />,
};
export const person = {
  render: () => (
    <App open="larkfield" then={later(() => press('[data-message] [class*="nameButton"]'))} />
  ),
};
export const empty = { render: () => <App world={emptyWorld()} /> };
export const manyRooms = {
  render: () => (
    <App
      world={{
        rooms: Array.from({ length: 10_000 }, (_, index) => ({
          ...(exampleWorld().rooms[7 + (index % 6)] as World['rooms'][number]),
          key: `r${index}`,
          roomId: roomId(`r${index}`),
          name: `Room ${index}`,
        })),
      }}
    />
  ),
};
export const offline = {
  render: () => (
    <App
      open="larkfield"
      world={{
        sync: { ...syncing, phase: 'offline', sinceMs: at(14, 2, 0), waitingMessages: 3 },
      }}
    />
  ),
};
export const expired = {
  render: () => <App open="larkfield" world={{ sync: { ...syncing, phase: 'expired' } }} />,
};
export const deviceGone = {
  render: () => (
    <App open="larkfield" world={{ session: { ...session, state: 'expired', deviceGone: true } }} />
  ),
};
/** Runs when the messages of the room are drawn. */
function onceSaid(work: () => void): void {
  if (document.querySelector('[role=log] article') !== null) work();
  else setTimeout(() => onceSaid(work), 50);
}

export const restarting = {
  render: () => <App open="larkfield" then={(fake) => onceSaid(() => fake.kill(first))} />,
};
export const signIn = { render: () => <App world={{ session: signedOut }} /> };
export const guestRoom = { render: () => <App open="larkfield" world={{ session: guest }} /> };
export const guestEnded = {
  render: () => (
    <App
      open="larkfield"
      world={{
        session: { ...guest, state: 'expired' },
        sync: { ...syncing, state: 'ERROR', phase: 'expired' },
      }}
    />
  ),
};
export const guestBecomes = {
  render: () => <App world={{ session: guest }} then={later(pressNamed(/^Create an account/))} />,
};
export const signInSecond = { render: () => <App two world={{ session: signedOut }} /> };
export const signInCode = {
  render: () => <App world={{ session: signedOut, browserSignIn: exampleCode }} />,
};
const linkState = (linking: World['linking']) => ({
  render: () => <App world={{ linking, session: signedOut }} />,
});
export const linkStart = {
  render: () => (
    <App world={{ session: signedOut }} then={later(pressNamed(/^Link to a signed-in device/))} />
  ),
};
export const linkCode = linkState(exampleLinkCode);
export const linkCheck = linkState({ state: 'check' });
export const linkDigits = linkState({
  ...{ state: 'digits', checkCode: '42', userCode: 'WDJB-MJHT', server: 'larkfield.example' },
});
export const linkWaiting = linkState({
  ...{ state: 'waiting', userCode: 'WDJB-MJHT', server: 'larkfield.example' },
});
export const linkFailed = linkState({ state: 'failed', reason: 'insecure', error: null });
export const signInWaiting = {
  render: () => (
    <App world={{ session: signedOut, browserSignIn: { state: 'waiting', note: null } }} />
  ),
};
export const registerToken = {
  render: () => <App world={{ session: signedOut, registration: stepAt(0) }} />,
};
export const registerTerms = {
  render: () => <App world={{ session: signedOut, registration: stepAt(1) }} />,
};
export const registerMail = {
  render: () => <App world={{ session: signedOut, registration: stepAt(2) }} />,
};
export const registerPage = {
  render: () => <App world={{ session: signedOut, registration: stepAt(3) }} />,
};
const sent = { state: 'sent', server: 'larkfield.example', address: 'mara@mail.example' } as const;
export const forgotten = {
  render: () => <App world={{ session: signedOut, passwordReset: { ...sent, waits: false } }} />,
};
export const forgottenWaits = {
  render: () => <App world={{ session: signedOut, passwordReset: { ...sent, waits: true } }} />,
};
export const passwordChanged = {
  render: () => (
    <App
      world={{ session: signedOut, passwordReset: { state: 'done', server: 'larkfield.example' } }}
    />
  ),
};
export const failed = { render: () => <Failed /> };
export const removeAccount = { render: () => <Failed then={later(pressNamed(/^Remove/))} /> };
export const notIn = { render: () => <App open="elsewhere" /> };
const leftBehind = { names: ['Odile Marchetti', 'Tomas Okafor'], count: 5 };
export const moved = {
  render: () => (
    <App
      open="larkfield"
      world={{
        headers: {
          [roomId('larkfield')]: { replacementRoomId: '!next', replacementVia: ['a.example'] },
        },
      }}
    />
  ),
};
export const asking = {
  render: () => (
    <App
      open="larkfield"
      world={{
        headers: {
          [roomId('larkfield')]: {
            asking: [{ person: people.odile, reason: 'I would like to see the proofs' }],
            askingCount: 1,
          },
        },
      }}
    />
  ),
};
export const continued = {
  render: () => (
    <App
      open="larkfield"
      world={{
        headers: {
          [roomId('larkfield')]: { predecessorRoomId: roomId('studio'), leftBehind },
        },
      }}
    />
  ),
};
export const newChat = {
  render: () => <App open="larkfield" then={later(() => press('[aria-label="New chat"]'))} />,
};
export const newRoom = {
  render: () => (
    <App
      open="larkfield"
      then={later(() => {
        press('[aria-label="New chat"]');
        setTimeout(() => {
          for (const one of document.querySelectorAll<HTMLElement>('[role="dialog"] label'))
            if (one.textContent === 'Room') one.click();
        }, 400);
      })}
    />
  ),
};
export const settings = {
  render: () => <App two then={later(() => press('nav [aria-label="Settings"]'))} />,
};

const settingsPage = (section: string, world: Partial<World> = {}) => ({
  render: () => (
    <App
      two
      world={world}
      then={later(() => {
        press('nav [aria-label="Settings"]');
        setTimeout(() => press(`#settings-tab-${section}`), 400);
      })}
    />
  ),
});
export const settingsLink = settingsPage('devices', { linking: exampleLinkCode });
export const settingsLinkFailed = settingsPage('devices', {
  linking: { state: 'failed', reason: 'wrong_digits', error: null },
});
export const settingsEncryption = settingsPage('encryption');
export const settingsHealth = settingsPage('encryption', { health: brokenHealth });
export const settingsHealthBare = settingsPage('encryption', {
  health: bareHealth,
  encryption: { ...encryptionReady, hasRecoveryKey: false },
});
export const settingsAccount = settingsPage('account');
const identityServer = 'https://identity.example';
export const settingsPhone = {
  render: () => (
    <App
      two
      then={later(() => {
        press('nav [aria-label="Settings"]');
        setTimeout(pressNamed(/^Add phone/), 800);
      })}
    />
  ),
};
export const settingsAdmin = settingsPage('admin', { serverUsers: exampleServerUsers });
export const settingsIdentity = settingsPage('account', {
  identity: { server: identityServer, offered: null, asked: null },
});
const ownMail = { medium: 'email', address: 'mara@mail.example' } as const;
export const settingsShared = settingsPage('account', {
  identity: { server: identityServer, offered: null, asked: null },
  sharedAddresses: { shared: [ownMail], pending: null, error: null },
});
export const settingsShare = settingsPage('account', {
  identity: { server: identityServer, offered: null, asked: null },
  sharedAddresses: { shared: [], pending: ownMail, error: null },
});
export const settingsIdentityTerms = settingsPage('account', {
  identity: {
    server: null,
    offered: identityServer,
    asked: {
      server: identityServer,
      terms: [
        { name: 'Terms of service', url: 'https://identity.example/terms' },
        { name: 'Privacy policy', url: 'https://legal.identity.example/privacy' },
      ],
    },
  },
});
/** Types into the dialog as soon as it is there. */
function typeInDialog(text: string, then: () => void, within = '[role="dialog"]'): void {
  const field = document.querySelector<HTMLInputElement>(`${within} input[type="text"]`);
  if (field === null) return void setTimeout(() => typeInDialog(text, then, within), 50);
  typeInto(field, text);
  setTimeout(then, 300);
}
const byEmail = (server: string | null, then: () => void = () => undefined) => ({
  render: () => (
    <App
      open="larkfield"
      world={{ identity: { server, offered: null, asked: null } }}
      then={later(() => {
        press('[aria-label="New chat"]');
        typeInDialog('newcomer@mail.example', then);
      })}
    />
  ),
});
const farAway = '@dana:unreachable.example';
/** The other server is not reached. */
export const newChatUninvited = {
  render: () => (
    <App
      open="larkfield"
      world={{ uninvited: [{ userId: farAway, reason: 'server' }] }}
      then={later(() => {
        press('[aria-label="New chat"]');
        typeInDialog(farAway, pressNamed(/^Start chat$/));
      })}
    />
  ),
};
/** The room is there, and a notice names who is not invited. */
export const newRoomUninvited = {
  render: () => (
    <App
      open="larkfield"
      world={{ uninvited: [{ userId: farAway, reason: 'server' }] }}
      then={later(() => {
        press('[aria-label="New chat"]');
        press('[role="dialog"] label:nth-of-type(2)');
        // Its own form, no more that of a direct chat.
        const room = '[role="dialog"]:has(label:nth-of-type(2)[data-selected])';
        typeInDialog('With far people', pressNamed(/^Create room$/), room);
      })}
    />
  ),
};
/** A part of a name was left in the field. */
export const newChatUnpicked = {
  render: () => (
    <App
      open="larkfield"
      then={later(() => {
        press('[aria-label="New chat"]');
        typeInDialog('dana', pressNamed(/^Start chat$/));
      })}
    />
  ),
};
export const newChatByEmail = byEmail(identityServer);
export const newChatByEmailNobody = byEmail(identityServer, () => pressNamed(/^Ask /)());
export const newChatByEmailNone = byEmail(null);
export const directPresence = {
  render: () => <App open="dm-priya" world={{ timelines: withPriya() }} />,
};
export const settingsGeneral = settingsPage('appearance');
export const settingsDevices = settingsPage('devices');
export const settingsNotifications = settingsPage('notifications', {
  settings: { 'notifications.tone': 'chime' },
  pushers: [
    {
      ...{ pushkey: 'a', appId: 'org.example', kind: 'app', app: 'Example for Android' },
      ...{ device: 'Pixel 11', enabled: true, canPause: true },
    },
    {
      ...{ pushkey: 'b', appId: 'org.example.ios', kind: 'app', app: 'Example for iOS' },
      ...{ device: 'Tablet in the kitchen', enabled: false, canPause: true },
    },
  ],
});
export const settingsPacks = settingsPage('packs', {
  managedPacks: examplePacks(roomId('larkfield')),
});
export const settingsCalls = settingsPage('calls');
export const settingsStorage = settingsPage('storage');
export const newSignIn = {
  render: () => <App open="larkfield" world={{ newSignIns: [exampleSignIn] }} />,
};
export const newSignInGeneral = settingsPage('appearance', { newSignIns: [exampleSignIn] });
export const newSignInDevices = settingsPage('devices', { newSignIns: [exampleSignIn] });
export const shortcutList = {
  render: () => (
    <App
      open="larkfield"
      then={later(() => {
        const keys = { key: '/', code: 'Slash', ctrlKey: true, bubbles: true };
        window.dispatchEvent(new KeyboardEvent('keydown', keys));
      })}
    />
  ),
};
export const invitedByLongName = {
  render: () => (
    <App
      open="winter"
      world={{
        headers: {
          [roomId('winter')]: {
            inviter: {
              userId: '@bartholomew:fernhill.example',
              name: 'Bartholomew Maximilian Featherstonehaugh-Cholmondeley of the Old Orchard and Neighbours',
              avatar: null,
              ambiguous: false,
            },
            inviteReason: 'We need a fourth for the stall on Saturday.\nBring a warm coat!',
          },
        },
      }}
    />
  ),
};
export const roomMenu = {
  render: () => <App open="larkfield" then={later(() => press('header [aria-label="More"]'))} />,
};
export const mayNot = {
  render: () => (
    <App
      open="larkfield"
      world={{
        headers: {
          [roomId('larkfield')]: {
            permissions: maySendOnly,
          },
        },
      }}
      then={later(() => press('header [aria-label="More"]'))}
    />
  ),
};
const vaultRow = (why: string): Setting['row'] => ({
  engine: 'failed',
  error: {
    code: 'key_unavailable',
    message: '',
    retryable: true,
    retryAfterMs: null,
    data: { why },
  },
});
export const vaultNew = { render: () => <App row={vaultRow('vault_new')} /> };
export const vaultWrong = { render: () => <App row={vaultRow('vault_wrong')} /> };

export const setUp = {
  render: () => (
    <App
      world={{ encryption: { ...encryptionReady, state: 'unset', hasRecoveryKey: false } }}
      then={later(() => press('[data-kind="unset"] button'))}
    />
  ),
};
/** The key that was made, with the way on. */
export const recoveryKey = {
  render: () => (
    <App
      world={{ encryption: { ...encryptionReady, state: 'unset', hasRecoveryKey: false } }}
      then={later(() => {
        press('[data-kind="unset"] button');
        setTimeout(pressNamed(/^Create/), 1200);
      })}
    />
  ),
};
export const locked = {
  render: () => (
    <App
      open="larkfield"
      world={{ encryption: { ...encryptionReady, state: 'locked' } }}
      then={later(() => press('[data-kind="locked"] button'))}
    />
  ),
};
export const reset = {
  render: () => (
    <App
      world={{
        encryption: {
          ...{ ...encryptionReady, state: 'locked', identityReplaced: true },
          deviceVerified: false,
        },
        health: replacedHealth,
      }}
      then={later(() => {
        press('nav [aria-label="Settings"]');
        setTimeout(() => press('#settings-tab-encryption'), 100);
        setTimeout(() => press('section[aria-label="Encryption"] button'), 200);
      })}
    />
  ),
};
export const replaced = {
  render: () => (
    <App
      world={{ encryption: { ...encryptionReady, state: 'locked', identityReplaced: true } }}
      then={later(() => press('[data-kind="replaced"] button'))}
    />
  ),
};
/** Several ask at once, beside the people of the room, in the list and above the conversation. */
export const askingMany = {
  render: () => (
    <App
      open="larkfield"
      then={later(() => press('#room-people'))}
      world={{
        rooms: rooms.map((row) =>
          row.roomId === roomId('larkfield')
            ? { ...row, asking: { count: 3, name: 'Odile Marchetti', unseen: true } }
            : row,
        ),
        headers: {
          [roomId('larkfield')]: {
            asking: [
              { person: people.odile, reason: 'I would like to see the proofs' },
              { person: people.arabic, reason: null },
              { person: people.priya, reason: 'Tomas sent me the link: I print the programme.' },
            ],
            askingCount: 3,
          },
        },
      }}
    />
  ),
};
