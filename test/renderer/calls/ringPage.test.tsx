// The window that rings beside a running call: what each answer does to that call is said, and none is lost without a word.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { CallRing } from '#contract/areas/calls/callsModels';
import { RingPage } from '../../../renderer/features/calls';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { people, roomId } from '../../gallery/fixtures';

jest.mock('../../../renderer/features/calls/ring/ringTone', () => ({
  playTone: () => () => undefined,
}));

const account = 'account000';
const where = { roomId: roomId('studio'), roomName: 'Studio' };

const ringOf = (change: Partial<CallRing>): CallRing => ({
  ...{ ...where, callId: 'rings', caller: people.odile, media: 'video', group: false },
  ...{ waiting: false, leftOut: false, startedMs: 1, ringsUntilMs: 9e15, ...change },
});

function ringing(change: Partial<CallRing>, person: typeof people.priya | null) {
  const ring = ringOf(change);
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

/** The round buttons, which stand in one row. */
const rounds = (): Element[] => [...document.querySelectorAll('.acts > button')];
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
  screen.getByRole('heading', { level: 1, name: people.odile.name });
  expect(answers()).toEqual([
    'Decline',
    'End and answer',
    'Hold and answer',
    'Hold and answer without video',
    'Decline with a message',
  ]);
  expect(
    answers()
      .slice(1, 4)
      .map((one) => icons(one ?? '')),
  ).toEqual([['lucide-video'], ['lucide-video', 'lucide-pause'], ['lucide-video-off']]);
  expect(rounds()).toHaveLength(3);
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
  expect(answers().slice(1, 3)).toEqual(['End and answer', 'End and answer without video']);
  expect(rounds()).toHaveLength(2);
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

describe('of several rings', () => {
  const other = { ...ringOf({ media: 'voice' }), callId: 'later', caller: people.tomas };

  test('the one that rings longest stands first, large; a later one is smaller, with the same ways to answer', async () => {
    const fake = ringing({ startedMs: 2 }, people.priya);
    await screen.findByRole('alertdialog');
    act(() =>
      fake.update({
        rings: [
          { accountId: account, ring: { ...other, startedMs: 3 } },
          { accountId: account, ring: ringOf({ startedMs: 2 }) },
        ],
      }),
    );
    await waitFor(() => expect(screen.getAllByRole('alertdialog')).toHaveLength(2));
    const [first, next] = screen.getAllByRole('alertdialog') as [HTMLElement, HTMLElement];
    within(first).getByRole('heading', { level: 1, name: 'Odile Marchetti' });
    expect(within(next).queryByRole('heading')).toBeNull();
    expect(next.className).toContain('later');
    expect(within(next).getByText('Tomas Okafor')).toBeTruthy();
    fireEvent.click(within(next).getByRole('button', { name: 'Hold and answer' }));
    fireEvent.click(within(next).getByRole('button', { name: 'Decline' }));
    await waitFor(() =>
      expect(acted(fake)).toMatchObject([
        { callId: 'later', act: 'answer_hold' },
        { callId: 'later', act: 'decline' },
      ]),
    );
  });
});

test('the window is as high as its words, also after the running call has brought more of them', async () => {
  let height = 428;
  const changed = new Set<() => void>();
  jest.spyOn(HTMLElement.prototype, 'offsetHeight', 'get').mockImplementation(() => height);
  const observer = jest.spyOn(globalThis, 'ResizeObserver').mockImplementation((listener) => {
    changed.add(listener as () => void);
    return {
      observe: () => (listener as () => void)(),
      unobserve: () => undefined,
      disconnect: () => undefined,
    };
  });
  const fake = ringing({}, people.priya);
  const heights = () =>
    fake.calls.filter(({ name }) => name === 'fitWindow').map(({ input }) => input);
  await waitFor(() => expect(heights()).toEqual([{ width: 360, height: 428 }]));
  height = 490;
  changed.forEach((tell) => tell());
  await waitFor(() => expect(heights().at(-1)).toEqual({ width: 360, height: 490 }));
  observer.mockRestore();
  jest.restoreAllMocks();
});
