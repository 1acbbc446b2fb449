// The place Calls, and settings of calls, in whole windows.
import { useEffect, useState } from 'react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { Root } from '../../../renderer/features/shell';
import { callHistory, manyCalls } from '../callFixtures';
import { accountRow, createFakeShell, Window, type FakeShell } from '../fakes/fakeApp';
import { createFakeEngine, exampleWorld, type World } from '../fakes/fakeEngine';
import { people, roomId } from '../fixtures';
import { inTurn } from './steps';
import { verification } from './verification.stories';

const account = 'account000';
const theme = () => document.documentElement.dataset.theme as 'light' | 'dark';

function App({
  world = {},
  then,
}: {
  readonly world?: Partial<World>;
  /** Each as soon as it can be done, after the one before; false: not yet. */
  readonly then: readonly ((fake: FakeShell) => boolean)[];
}) {
  const [fake] = useState(() => {
    const engine = createFakeEngine({ ...exampleWorld(), callHistory, ...world });
    const other = createFakeEngine({
      ...exampleWorld(),
      timelines: {
        [roomId('studio')]: [{ kind: 'start', key: 'start', roomName: 'Studio', encrypted: true }],
      },
    });
    const engines = { [account]: engine, account001: other };
    const made = createFakeShell(engines, [accountRow(account)]);
    made.update({ app: { theme: theme() } });
    return made;
  });
  useEffect(() => inTurn(then.map((work) => () => work(fake))), [fake, then]);
  return (
    <Window fake={fake}>
      <Root />
    </Window>
  );
}

const press = (selector: string) => () => {
  const found = document.querySelector<HTMLElement>(selector);
  found?.click();
  return found !== null;
};
/** The focus goes there as by Tab, so that the tip is shown. */
const byKeys = (selector: string) => () => {
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Tab', bubbles: true }));
  const found = document.querySelector<HTMLElement>(selector);
  found?.focus();
  return found !== null;
};
const update =
  (...[values]: Parameters<FakeShell['update']>) =>
  (fake: FakeShell) => {
    fake.update(values);
    return true;
  };
const toCalls = press('nav [aria-label="Calls"]');

export const calls = { render: () => <App then={[toCalls, press('[data-index="0"]')]} /> };
export const callsList = { render: () => <App then={[toCalls]} /> };
export const callsOfGroup = {
  render: () => (
    <App
      world={{ groupCallRooms: { [roomId('studio')]: { canStart: true } } }}
      then={[toCalls, press('[data-index="3"]')]}
    />
  ),
};
export const callsEmpty = { render: () => <App world={{ callHistory: [] }} then={[toCalls]} /> };
export const callsMany = {
  render: () => <App world={{ callHistory: manyCalls }} then={[toCalls]} />,
};
export const callsUnseen = { render: () => <App then={[]} /> };
const ring: CallRing = {
  ...{ callId: 'rings', roomId: roomId('dm-priya'), roomName: 'Priya Venn', caller: people.priya },
  ...{ group: false, waiting: false, startedMs: 1, ringsUntilMs: 9e15 },
  media: 'voice',
  leftOut: true,
};
export const callsRingLeftOut = { render: () => <App world={{ callRings: [ring] }} then={[]} /> };
const ringOther = (media: CallRing['media'], leftOut = false) =>
  update({
    accounts: [accountRow(account), accountRow('account001', { label: 'Carol Lindqvist' })],
    rings: [{ accountId: 'account001', ring: { ...ring, media, leftOut } }],
  });
/** In another account, which is not on show. */
export const callsRingOtherLeftOut = { render: () => <App then={[ringOther('voice', true)]} /> };
/** The ring window has led here: the chat is open, and they verify. */
export const callsRingVerify = {
  render: () => (
    <App
      world={{
        callRings: [ring],
        verifications: [verification({ person: ring.caller, roomId: ring.roomId })],
      }}
      then={[
        update({
          callRequest: {
            ...{ accountId: account, roomId: ring.roomId, callId: ring.callId },
            ...{ act: 'verify', userId: ring.caller.userId, at: 1 },
          },
        }),
      ]}
    />
  ),
};
export const callsRingOther = { render: () => <App then={[ringOther('voice')]} /> };
export const callsRingOtherVideo = { render: () => <App then={[ringOther('video')]} /> };
/** The focus is on its usual answer. */
export const callsRingTip = {
  render: () => (
    <App then={[ringOther('video'), byKeys('[role=alertdialog] [aria-keyshortcuts$="A"]')]} />
  ),
};
/** The same call for both accounts of the window. */
export const callsRingBoth = {
  render: () => (
    <App world={{ callRings: [{ ...ring, leftOut: false }] }} then={[ringOther('voice')]} />
  ),
};
/** Somebody calls while a call of another account runs: with a person, which can be held, or of a group, which cannot. */
const ringBusy = (person: CallRing['caller'] | null) => (fake: FakeShell) => {
  ringOther('video')(fake);
  const where = { callId: 'runs', roomId: roomId('dm-tomas'), roomName: 'Tomas Okafor', person };
  const rest = { direction: 'out', media: 'voice', state: 'connected', sessionId: 's' } as const;
  fake.update({
    runningCalls: [{ accountId: 'account001', call: { ...where, ...rest, connectedMs: 1 } }],
  });
  return true;
};
export const callsRingBusy = { render: () => <App then={[ringBusy(people.tomas)]} /> };
export const callsRingBusyNoHold = { render: () => <App then={[ringBusy(null)]} /> };
export const callSwitch = {
  render: () => (
    <App
      then={[
        update({
          accounts: [accountRow(account), accountRow('account001', { label: 'Other' })],
          runningCalls: [
            {
              accountId: account,
              call: {
                callId: 'call',
                roomId: roomId('dm-priya'),
                roomName: 'Priya Venn',
                person: null,
                direction: 'out',
                media: 'voice',
                state: 'connected',
                connectedMs: 1,
                sessionId: 'session',
              },
            },
          ],
        }),
        update({
          callRequest: {
            accountId: 'account001',
            roomId: roomId('studio'),
            callId: 'other',
            act: 'open',
            at: 1,
          },
        }),
      ]}
    />
  ),
};
const toSettings = [press('nav [aria-label="Settings"]'), press('#settings-tab-calls')];
export const callSettings = { render: () => <App then={toSettings} /> };
const withKeys = (talkProblem: 'wayland' | 'not_allowed' | 'unavailable' | null) => (
  <App
    then={[
      update({
        callKeys: { muteShortcut: 'Control+Shift+M', talkShortcut: 'ControlRight', talkProblem },
      }),
      ...toSettings,
    ]}
  />
);
export const callKeys = { render: () => withKeys(null) };
export const callKeysWayland = { render: () => withKeys('wayland') };
export const callKeysNotAllowed = { render: () => withKeys('not_allowed') };
