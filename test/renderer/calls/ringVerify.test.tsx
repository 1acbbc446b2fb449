// A call of somebody who is not verified, where only verified people are talked with: each card that rings leads to verifying them, from the
// ring window through main into the window of the app.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { RingPage } from '../../../renderer/features/calls';
import { Root } from '../../../renderer/features/shell';
import { accountRow, createFakeShell, Window, type FakeShell } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';
import { people, roomId } from '../../gallery/fixtures';
import { verification } from '../../gallery/stories/verification.stories';

jest.mock('../../../renderer/features/calls/ring/ringTone', () => ({
  playTone: () => () => undefined,
}));

const first = 'account000';
const second = 'account001';
const { userId } = people.priya;
const dm = roomId('dm-priya');

const ring = (change: Partial<CallRing> = {}): CallRing => ({
  ...{ callId: 'rings', roomId: dm, roomName: 'Priya Venn', caller: people.priya, media: 'voice' },
  ...{ group: false, waiting: false, leftOut: true, startedMs: 1, ringsUntilMs: 9e15, ...change },
});
const acted = (fake: FakeShell) =>
  fake.calls.filter(({ name }) => name === 'actOnRing').map(({ input }) => input);
const asked = ({ calls }: FakeEngine) =>
  calls.filter(({ name }) => name === 'startVerification').map(({ input }) => input);

async function openApp() {
  const engine = createFakeEngine(exampleWorld());
  const other = createFakeEngine(exampleWorld());
  const rows = [accountRow(first), accountRow(second, { label: 'Other', userId: '@o:x.example' })];
  const fake = createFakeShell({ [first]: engine, [second]: other }, rows);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByRole('tree', { name: 'Chats' });
  return { fake, engine, other };
}

test('the ring window offers to verify in place of answering, at the first ring and at a later one', async () => {
  const fake = createFakeShell({}, [accountRow(first)]);
  const later = ring({ callId: 'later', startedMs: 2, caller: people.tomas });
  fake.update({ rings: [ring(), later].map((one) => ({ accountId: first, ring: one })) });
  render(
    <Window fake={fake}>
      <RingPage />
    </Window>,
  );
  const cards = await screen.findAllByRole('alertdialog');
  const [large, next] = cards as [HTMLElement, HTMLElement];
  const names = within(large)
    .getAllByRole('button')
    .map(({ textContent }) => textContent);
  expect(names).toEqual(['Decline', 'Verify', 'Decline with a message']);
  for (const card of [large, next])
    fireEvent.click(within(card).getByRole('button', { name: 'Verify' }));
  const where = { accountId: first, roomId: dm, act: 'verify' };
  await waitFor(() =>
    expect(acted(fake)).toEqual([
      { ...where, callId: 'rings' },
      { ...where, callId: 'later' },
    ]),
  );
});

test('the window that main then asks shows the account, opens the chat and begins to verify there, also after the ring', async () => {
  const { fake, engine, other } = await openApp();
  const request = {
    accountId: second,
    roomId: dm,
    callId: 'rings',
    act: 'verify',
    userId,
  } as const;
  act(() => fake.update({ callRequest: { ...request, at: 1 } }));
  await screen.findByRole('heading', { name: people.priya.name, level: 1 });
  await waitFor(() => expect(asked(other)).toEqual([{ own: false, userId, roomId: dm }]));
  expect(asked(engine)).toEqual([]);
});

test('the caller of a room is verified in the chat of the two', async () => {
  const { fake, engine } = await openApp();
  const profile = { displayName: null, avatarMxc: null, directRoomId: dm };
  engine.answers.profileForCall = () => profile;
  const studio = roomId('studio');
  act(() =>
    fake.update({
      callRequest: {
        ...{ accountId: first, roomId: studio, callId: 'many', act: 'verify', userId, at: 1 },
      },
    }),
  );
  await screen.findByRole('heading', { name: people.priya.name, level: 1 });
  await waitFor(() => expect(asked(engine)).toEqual([{ own: false, userId, roomId: dm }]));
});

test('a ring of an account that is not on show leads there as the ring window does', async () => {
  const { fake } = await openApp();
  act(() => fake.update({ rings: [{ accountId: second, ring: ring() }] }));
  const card = within(await screen.findByRole('alertdialog'));
  fireEvent.click(card.getByRole('button', { name: 'Verify' }));
  await waitFor(() =>
    expect(acted(fake)).toEqual([
      { accountId: second, roomId: dm, callId: 'rings', act: 'verify' },
    ]),
  );
});

test('while the two verify each other the card asks for nothing, and the dialog begins below it', async () => {
  const { engine } = await openApp();
  act(() => engine.update({ callRings: [ring()] }));
  const card = within(await screen.findByRole('alertdialog'));
  await card.findByRole('button', { name: 'Verify' });
  const going = verification({ person: people.priya, roomId: dm });
  act(() => engine.update({ verifications: [going] }));
  await card.findByText('Answer as soon as you have verified each other.');
  expect(card.queryByRole('button', { name: 'Verify' })).toBeNull();
  card.getByRole('button', { name: 'Decline' });
  const { style } = document.documentElement;
  expect(style.getPropertyValue('--rings-end')).toBe('0px');
  // Somebody else is verified: the call is still to be.
  act(() => engine.update({ verifications: [{ ...going, person: people.tomas }] }));
  await card.findByRole('button', { name: 'Verify' });
  expect(style.getPropertyValue('--rings-end')).toBe('');
});
