// Above the composer: who gets no keys of what is written, and what can be done.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { WithheldKeys } from '#contract/areas/encryption/encryption';
import { WithheldKeys as WithheldBar } from '../../../renderer/features/encryption';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { person, roomId } from '../../gallery/fixtures';

const carol = person('@carol:fernhill.example', 'Carol');
const dora = person('@dora:fernhill.example', 'Dora');

function open(withheldKeys: WithheldKeys): FakeEngine {
  const engine = createFakeEngine({ ...exampleWorld(), withheldKeys });
  render(
    <AccountWindow engine={engine}>
      <WithheldBar roomId={roomId('larkfield')} />
      <input aria-label="Message" />
    </AccountWindow>,
  );
  return engine;
}

const decisions = (engine: FakeEngine) =>
  engine.calls.filter(({ name }) => name === 'acceptIdentity' || name === 'sendKeysAnyway');

test('who changed their identity is named first, and what waits goes after it was accepted', async () => {
  const engine = open({
    people: [
      { person: carol, isSelf: false, reason: 'unsigned' },
      { person: dora, isSelf: false, reason: 'changed' },
    ],
    waits: true,
    unreached: [],
  });
  await screen.findByText('The identity of \u2068Dora\u2069 has changed.');
  const field = screen.getByRole('textbox', { name: 'Message' });
  expect(screen.queryByRole('button', { name: 'Leave out' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Accept and send' }));
  await screen.findByText('\u2068Carol\u2069 cannot read what you write here.');
  const anyway = screen.getByRole('button', { name: 'Send to them anyway' });
  act(() => {
    field.focus();
    anyway.focus();
  });
  fireEvent.click(anyway);
  await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
  // Keys are in the writing line again, not nowhere.
  await waitFor(() => expect(document.activeElement).toBe(field));
  expect(decisions(engine)).toMatchObject([
    { name: 'acceptIdentity', input: { userId: dora.userId } },
    { name: 'sendKeysAnyway', input: { userId: carol.userId } },
  ]);
});

test('who was verified before can be verified again instead of being accepted unseen; who never was cannot', async () => {
  const engine = open({
    people: [{ person: dora, isSelf: false, reason: 'changed' }],
    waits: true,
    unreached: [],
  });
  await screen.findByRole('button', { name: 'Accept and send' });
  expect(screen.queryByRole('button', { name: 'Verify' })).toBeNull();
  engine.update({ identityTrust: { [dora.userId]: 'changed' } });
  fireEvent.click(await screen.findByRole('button', { name: 'Verify' }));
  await waitFor(() =>
    expect(engine.calls.filter(({ name }) => name === 'startVerification')).toMatchObject([
      { input: { own: false, userId: dora.userId, roomId: roomId('larkfield') } },
    ]),
  );
  expect(decisions(engine)).toEqual([]);
});

test('somebody without signed devices may be left out, where others can read', async () => {
  const engine = open({
    people: [{ person: carol, isSelf: false, reason: 'unsigned' }],
    waits: false,
    unreached: [],
  });
  const words = '\u2068Carol\u2069 cannot read what you write here.';
  await screen.findByText(words);
  fireEvent.click(screen.getByRole('button', { name: 'Leave out' }));
  expect(screen.queryByText(words)).toBeNull();
  expect(decisions(engine)).toEqual([]);
});

test('who is not verified can be, where keys go to verified people alone', async () => {
  const engine = open({
    people: [{ person: carol, isSelf: false, reason: 'unverified' }],
    waits: true,
    unreached: [],
  });
  await screen.findByText(
    /You send only to people whom you have verified\. What you write waits\./,
  );
  expect(screen.queryByRole('button', { name: 'Send to them anyway' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Verify' }));
  await waitFor(() =>
    expect(engine.calls.filter(({ name }) => name === 'startVerification')).toMatchObject([
      { input: { own: false, userId: carol.userId, roomId: roomId('larkfield') } },
    ]),
  );
  expect(decisions(engine)).toEqual([]);
});

test('before anything is written it is said who has no device to read it with', async () => {
  open({ people: [], waits: false, unreached: [carol] });
  await screen.findByText(
    '\u2068Carol\u2069 has not signed in with an app that can read encrypted messages yet, and cannot read what is sent here until then.',
  );
  expect(screen.queryByRole('button')).toBeNull();
});
