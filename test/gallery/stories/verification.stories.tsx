// Verifying: a request that came, the emoji, waiting for the other side, verified, ended with a reason.
import { useState } from 'react';
import type { Verification } from '#contract/areas/encryption/verificationModels';
import type { EncryptionStatus } from '#contract/areas/account/accountModels';
import { EncryptionPage } from '../../../renderer/features/encryption';
import { Root } from '../../../renderer/features/shell';
import { accountRow, AccountWindow, createFakeShell, themed, Window } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../fakes/fakeEngine';
import { at, encryptionReady, mara, message, people, roomId, syncing } from '../fixtures';
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { usePresses } from '../presses';
import { App, first, later, press, pressNamed } from './App';

const accountId = 'account000';

export const sevenEmoji = [
  { symbol: '🐶', name: 'Dog' },
  { symbol: '☂️', name: 'Umbrella' },
  { symbol: '🎩', name: 'Hat' },
  { symbol: '🐢', name: 'Turtle' },
  { symbol: '🔑', name: 'Key' },
  { symbol: '🍕', name: 'Pizza' },
  { symbol: '🐶', name: 'Dog' },
];

export const verification = (change: Partial<Verification>): Verification => ({
  id: 'verification',
  person: people.jonas,
  isSelf: false,
  deviceId: 'JONASDEV',
  deviceName: null,
  roomId: roomId('larkfield'),
  byMe: true,
  phase: 'requested',
  emoji: null,
  code: null,
  ways: { emoji: false, read: false },
  read: null,
  confirmed: false,
  cancelled: null,
  ...change,
});

const own = { isSelf: true, roomId: null, deviceName: 'Trellis on a laptop' } as const;

interface ShownProps {
  readonly all: readonly Verification[];
  readonly presses?: readonly string[];
  /** Instead of the usual ones. */
  readonly messages?: readonly MessageItem[];
}

function Shown({ all, presses = [], messages }: ShownProps) {
  usePresses(presses);
  const [fake] = useState(() => {
    const navigation = {
      place: 'chats',
      roomId: roomId('larkfield'),
      turn: 'content',
      collapsed: [],
    };
    const engine = createFakeEngine({
      ...exampleWorld(),
      ...(messages !== undefined && { timelines: { [roomId('larkfield')]: messages } }),
      settings: { navigation },
      verifications: all,
    });
    return themed(createFakeShell({ [accountId]: engine }, [accountRow(accountId)]));
  });
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

const story = (...all: Verification[]) => ({ render: () => <Shown all={all} /> });

export const verificationAsked = story(
  verification({ byMe: false }),
  verification({ ...own, id: 'own', byMe: false }),
);
export const verificationWaiting = story(verification({}));
export const verificationEmoji = story(verification({ phase: 'started', emoji: sevenEmoji }));
/** A code as long as those of a verification in a room. */
export const exampleCode = Uint8Array.from({ length: 150 }, (_, at) => (at * 97 + 13) % 256);
const ready = { phase: 'ready', code: exampleCode, ways: { emoji: true, read: true } } as const;
export const verificationCode = story(verification(ready));
export const verificationCodeOwn = story(verification({ ...own, ...ready }));
export const verificationReader = {
  render: () => <Shown all={[verification({ ...own, ...ready })]} presses={['Read a code']} />,
};
export const verificationRead = story(verification({ phase: 'started', read: 'by_them' }));
export const verificationConfirmed = story(
  verification({ ...own, phase: 'started', emoji: sevenEmoji, confirmed: true }),
);
export const verificationDone = story(verification({ phase: 'done' }));
export const verificationEnded = story(
  verification({ phase: 'cancelled', cancelled: { code: 'mismatched_sas', byMe: true } }),
);

const doubtful = [
  message(people.odile, 'Pay the printer today', at(10, 0), { trust: 'identity_changed' }),
  message(people.priya, 'New number', at(10, 10), { trust: 'device_not_signed' }),
  message(people.jonas, 'In clear', at(10, 20), { trust: 'not_encrypted' }),
  message(people.odile, 'Before this device', at(10, 30), { trust: 'from_backup' }),
];
export const doubtfulMessages = { render: () => <Shown all={[]} messages={doubtful} /> };

const chatWith = roomId('dm-priya');

const lost = {
  status: 'not_sent',
  error: { code: 'lost_by_server', message: '', retryable: false, retryAfterMs: null, data: null },
  actions: {
    ...{ react: false, reply: false, thread: false, forward: false, edit: false, redact: false },
    ...{ retry: true, cancel: true },
  },
} as const;
/** The server was set back to a backup, and has neither of the last two any more. */
export const serverSetBack = {
  render: () => (
    <App
      open="dm-priya"
      world={{
        sync: { ...syncing, setBack: { atMs: at(10, 30), sinceMs: at(9, 12) } },
        timelines: {
          [chatWith]: [
            message(people.priya, 'Are the proofs there?', at(9, 5)),
            message(mara, 'They came with the first post.', at(9, 12), lost),
            message(mara, 'I bring them at noon.', at(9, 13), { ...lost, continuation: true }),
          ],
        },
      }}
    />
  ),
};

const early = [
  message(mara, 'Shall we dig on Saturday?', at(10, 0), { missed: [people.priya] }),
  message(mara, 'I bring the spade.', at(10, 1), { missed: [people.priya], continuation: true }),
];
/** Writing to somebody who has not signed in anywhere yet. */
export const unreached = {
  render: () => (
    <App
      open="dm-priya"
      world={{
        timelines: { [chatWith]: early },
        withheldKeys: { people: [], waits: false, unreached: [people.priya] },
      }}
    />
  ),
};

/** Somebody who was verified has started encryption over: what is written waits. */
export const identityChanged = {
  render: () => (
    <App
      open="dm-priya"
      world={{
        identityTrust: { [people.priya.userId]: 'changed' },
        withheldKeys: {
          people: [{ person: people.priya, isSelf: false, reason: 'changed' }],
          ...{ waits: true, unreached: [] },
        },
      }}
    />
  ),
};

type UnlockPageProps = Partial<Pick<EncryptionStatus, 'ways'>> & {
  readonly verifications?: readonly Verification[];
};
function UnlockPage({ ways = encryptionReady.ways, verifications = [] }: UnlockPageProps) {
  const [engine] = useState(() =>
    createFakeEngine({
      ...exampleWorld(),
      verifications,
      encryption: { ...encryptionReady, state: 'locked', ways },
    }),
  );
  return (
    <AccountWindow engine={engine}>
      <EncryptionPage onQuestion={() => undefined} onDone={() => undefined} />
    </AccountWindow>
  );
}
/** After signing in on a further device. */
export const unlockPage = { render: () => <UnlockPage /> };
/** An account without a recovery key: with another device, without one, and before the server has answered. */
const noKey = { recoveryKey: false, device: true, backup: false };
/** Another device confirmed this one, and sends the keys. */
export const keysComing = {
  render: () => <UnlockPage verifications={[verification({ ...own, phase: 'done' })]} />,
};
export const confirmPage = { render: () => <UnlockPage ways={noKey} /> };
export const anewPage = { render: () => <UnlockPage ways={{ ...noKey, device: false }} /> };
export const askingPage = { render: () => <UnlockPage ways={null} /> };
export const confirmDialog = {
  render: () => (
    <App
      open="larkfield"
      world={{ encryption: { ...encryptionReady, state: 'locked', ways: noKey } }}
      then={later(() => press('[data-kind="locked"] button'))}
    />
  ),
};

/** Another device has put a new recovery key in place of the one that was saved. */
const keyReplacedMs = at(10, 20);
export const keyReplaced = {
  render: () => (
    <App open="larkfield" world={{ encryption: { ...encryptionReady, keyReplacedMs } }} />
  ),
};
/** The same while a key that was just made here is shown. */
export const keyReplacedShown = {
  render: () => (
    <App
      world={{ encryption: { ...encryptionReady, state: 'unset', hasRecoveryKey: false } }}
      then={(fake) =>
        later(() => {
          press('[data-kind="unset"] button');
          setTimeout(pressNamed(/^Create/), 1200);
          const encryption = { ...encryptionReady, state: 'key_shown', keyReplacedMs } as const;
          setTimeout(() => fake.engines.get(first)?.update({ encryption }), 2500);
        })()
      }
    />
  ),
};
