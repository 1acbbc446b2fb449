// The window that rings beside a running call: what each answer does to that call is said, and none is lost without a word.
import '../jsdom';
import { fireEvent, render, screen, waitFor } from '@testing-library/react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { RingPage } from '../../../renderer/features/calls';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { people, roomId } from '../../gallery/fixtures';

jest.mock('../../../renderer/features/calls/ring/ringTone', () => ({
  playTone: () => () => undefined,
}));

const account = 'account000';
const where = { roomId: roomId('studio'), roomName: 'Studio' };

function ringing(change: Partial<CallRing>, person: typeof people.priya | null) {
  const ring: CallRing = {
    ...{ ...where, callId: 'rings', caller: people.odile, media: 'video', group: false },
    ...{ waiting: false, leftOut: false, startedMs: 1, ringsUntilMs: 9e15, ...change },
  };
  const fake = createFakeShell({}, [accountRow(account)]);
  const call = { ...where, callId: 'runs', person, direction: 'out', media: 'voice' } as const;
  const rest = { state: 'connected', connectedMs: 1, sessionId: 's' } as const;
  fake.update({
    rings: [{ accountId: account, ring }],
    runningCalls: [{ accountId: account, call: { ...call, ...rest } }],
  });
  render(
    <Window fake={fake}>
      <RingPage />
    </Window>,
  );
  return fake;
}

const answers = (): (string | null)[] =>
  screen.getAllByRole('button').map(({ textContent }) => textContent);

const acted = (fake: ReturnType<typeof ringing>) =>
  fake.calls.filter(({ name }) => name === 'actOnRing').map(({ input }) => input);
const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
const icons = (name: string): (string | undefined)[] =>
  [...screen.getByRole('button', { name }).querySelectorAll('svg')].map(({ classList }) =>
    [...classList].filter((one) => one.startsWith('lucide-')).at(-1),
  );

test('a call with a person is held or ended, for a call with video with the camera or without', async () => {
  const fake = ringing({}, people.priya);
  await screen.findByText('You are in a call with Priya Venn.');
  expect(answers()).toEqual([
    'Decline',
    'End and answer',
    'Hold and answer without video',
    'Hold and answer',
    'Decline with a message',
  ]);
  expect(
    answers()
      .slice(1, 4)
      .map((one) => icons(one ?? '')),
  ).toEqual([['lucide-video'], ['lucide-pause', 'lucide-phone'], ['lucide-pause', 'lucide-video']]);
  press('Hold and answer');
  press('Hold and answer without video');
  press('End and answer');
  await waitFor(() => expect(acted(fake)).toHaveLength(3));
  expect(acted(fake)).toMatchObject([
    { act: 'answer_hold_video' },
    { act: 'answer_hold' },
    { act: 'answer_video' },
  ]);
});

test('a call without video is answered with sound', async () => {
  const fake = ringing({ media: 'voice' }, people.priya);
  await screen.findByText('You are in a call with Priya Venn.');
  expect(answers().slice(1, -1)).toEqual(['End and answer', 'Hold and answer']);
  press('Hold and answer');
  press('End and answer');
  await waitFor(() => expect(acted(fake)).toHaveLength(2));
  expect(acted(fake)).toMatchObject([{ act: 'answer_hold' }, { act: 'answer_voice' }]);
});

test('a group cannot be held: every answer says that it ends that call', async () => {
  const fake = ringing({}, null);
  await screen.findByText('Answering ends your call with Studio.');
  expect(answers().slice(1, 3)).toEqual(['End and answer without video', 'End and answer']);
  press('End and answer without video');
  press('End and answer');
  await waitFor(() => expect(acted(fake)).toHaveLength(2));
  expect(acted(fake)).toMatchObject([{ act: 'answer_voice' }, { act: 'answer_video' }]);
});

test('nobody is held for the call of a room', async () => {
  ringing({ group: true, media: 'voice' }, people.priya);
  await screen.findByText('Answering ends your call with Priya Venn.');
  expect(answers().slice(1, -1)).toEqual(['End and answer']);
});
