// The page of notifications over an engine in memory: what is switched, what is refused, the keywords, the quiet hours, the test.
import '../jsdom';
import { act, cleanup, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import { appFailure } from '#contract/wire/errors';
import { NotificationSettings } from '../../../renderer/features/settings/NotificationSettings';
import { useNoticeTone } from '../../../renderer/features/shell/effects/useNoticeTone';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld, type FakeEngine } from '../../gallery/fakes/fakeEngine';

function open(): FakeEngine {
  const engine = createFakeEngine(exampleWorld());
  render(
    <AccountWindow engine={engine}>
      <NotificationSettings />
    </AccountWindow>,
  );
  return engine;
}

const toggle = (name: RegExp): Promise<HTMLInputElement> => screen.findByRole('switch', { name });

test('a rule is switched at once; what the server refuses goes back, and is told', async () => {
  const engine = open();
  fireEvent.click(await toggle(/^Messages in rooms/));
  await waitFor(() => expect(engine.world.notificationRules.rooms).toBe(false));
  expect((await toggle(/^Messages in rooms/)).checked).toBe(false);
  engine.answers.setNotificationRule = () => {
    throw appFailure('offline', 'no');
  };
  fireEvent.click(await toggle(/^Invitations/));
  await screen.findByText(/cannot be reached|offline|connection/i);
  await waitFor(async () => expect((await toggle(/^Invitations/)).checked).toBe(true));
});

test('without any notifications the other rules cannot be chosen', async () => {
  const engine = open();
  fireEvent.click(await toggle(/^Notify me/));
  await waitFor(() => expect(engine.world.notificationRules.all).toBe(false));
  await waitFor(async () => expect((await toggle(/^Mentions of me/)).disabled).toBe(true));
});

test('keywords are added and removed', async () => {
  const engine = open();
  const field = await screen.findByRole('textbox', { name: 'New keyword' });
  fireEvent.change(field, { target: { value: '  saffron ' } });
  fireEvent.submit(field);
  const list = await screen.findByRole('list', { name: 'Keywords' });
  await within(list).findByText('saffron');
  await waitFor(() => expect(field).toHaveProperty('value', ''));
  fireEvent.click(within(list).getByRole('button', { name: 'Remove Larkfield' }));
  await waitFor(() =>
    expect(engine.world.notificationRules.keywords).toEqual(['coated stock', 'saffron']),
  );
});

test('quiet hours keep their times while they are off; switched off here nothing else is asked', async () => {
  const engine = open();
  fireEvent.click(await toggle(/^Quiet hours/));
  fireEvent.change(await screen.findByLabelText('From'), { target: { value: '21:30' } });
  const quiet = () => engine.world.settings['notifications.quiet'];
  await waitFor(() => expect(quiet()).toEqual({ on: true, from: '21:30', to: '07:00' }));
  fireEvent.click(await toggle(/^Quiet hours/));
  await waitFor(() => expect(quiet()).toEqual({ on: false, from: '21:30', to: '07:00' }));
  expect(screen.queryByLabelText('From')).toBeNull();
  fireEvent.click(await toggle(/^Notifications of this account/));
  await waitFor(async () => expect((await toggle(/^Sound/)).disabled).toBe(true));
});

test('the page says that the quiet hours hold now, and so does the test, which shows one all the same', async () => {
  const inHours = (hours: number): string =>
    new Date(Date.now() + hours * 3_600_000).toTimeString().slice(0, 5);
  const [from, to] = [inHours(-1), inHours(1)];
  const engine = open();
  act(() => engine.update({ settings: { 'notifications.quiet': { on: true, from, to } } }));
  await screen.findByText(`It is quiet now: until ${to} nothing is announced. Calls still ring.`);
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test notification' }));
  const answer = await screen.findByText(/^The system showed it/);
  const quiet = `The quiet hours hold now: until ${to} messages show no notification.`;
  expect(answer.textContent).toContain(quiet);
  // Other hours.
  act(() =>
    engine.update({ settings: { 'notifications.quiet': { on: true, from: to, to: from } } }),
  );
  await waitFor(() => expect(answer.textContent).not.toContain('quiet'));
  screen.getByText('In these hours nothing is announced. Calls still ring.');
  fireEvent.click(await toggle(/^Notifications of this account/));
  await waitFor(() =>
    expect(answer.textContent).toContain('Notifications of this account are off'),
  );
});

test('the test says what the system answered; all chats are marked as read after a question', async () => {
  const engine = open();
  fireEvent.click(await screen.findByRole('button', { name: 'Send a test notification' }));
  await screen.findByText(/^The system showed it/);
  fireEvent.click(screen.getByRole('button', { name: 'Mark all as read' }));
  expect(engine.calls.some(({ name }) => name === 'markAllRead')).toBe(false);
  fireEvent.click(await screen.findByRole('button', { name: 'Mark as read' }));
  await screen.findByText(/^Marked as read: \d+ chats and 1 folder$/);
  expect(
    engine.world.rooms.every(({ unread, membership }) => unread === 0 || membership !== 'join'),
  ).toBe(true);
  const again = await screen.findByRole<HTMLButtonElement>('button', { name: 'Mark all as read' });
  await waitFor(() => expect(again.disabled).toBe(true));
  screen.getByText('Nothing is new.');
});

test('apps and mail: a phone is paused and removed, an own address gets mail or none', async () => {
  const phone = { pushkey: 'key', appId: 'org.example', app: 'Example', device: 'Phone' };
  const engine = open();
  engine.update({
    pushers: [{ ...phone, kind: 'app', enabled: true, canPause: true }],
    addresses: {
      all: [{ medium: 'email', address: 'mara@example.org', addedAtMs: null }],
      ...{ pending: null, error: null },
    },
  });
  cleanup();
  render(
    <AccountWindow engine={engine}>
      <NotificationSettings />
    </AccountWindow>,
  );
  fireEvent.click(await screen.findByRole('button', { name: /^Pause notifications of .*Phone/ }));
  await screen.findByText(/Example.* paused/);
  expect(engine.world.pushers).toMatchObject([{ enabled: false }]);
  fireEvent.click(await screen.findByRole('button', { name: /^Remove notifications of/ }));
  const question = await screen.findByRole('alertdialog', { name: 'Remove these notifications?' });
  fireEvent.click(within(question).getByRole('button', { name: 'Remove' }));
  await waitFor(() => expect(engine.world.pushers).toEqual([]));

  fireEvent.click(await toggle(/^Mail to .*mara@example.org/));
  await waitFor(() => expect(engine.world.pushers).toMatchObject([{ kind: 'email' }]));
  await waitFor(async () => expect((await toggle(/^Mail to/)).checked).toBe(true));
  fireEvent.click(await toggle(/^Mail to/));
  await waitFor(() => expect(engine.world.pushers).toEqual([]));
  engine.answers.pushers = () => {
    throw appFailure('offline', 'no');
  };
  fireEvent.click(await toggle(/^Mail to/));
  await screen.findByText(/cannot be shown without a connection/);
});

test('apps and mail: without a connection they cannot be shown, and are as soon as there is one', async () => {
  const phone = { pushkey: 'key', appId: 'org.example', app: 'Example', device: 'Phone' };
  const world = exampleWorld();
  const engine = createFakeEngine({
    ...world,
    sync: { ...world.sync, phase: 'offline' },
    pushers: [{ ...phone, kind: 'app', enabled: true, canPause: true }],
  });
  const known = engine.answers.pushers;
  engine.answers.pushers = () => {
    throw appFailure('offline', 'no');
  };
  render(
    <AccountWindow engine={engine}>
      <NotificationSettings />
    </AccountWindow>,
  );
  await screen.findByText(/cannot be shown without a connection/);
  // No act was tried that could have failed.
  expect(screen.queryByText(/was not done/)).toBeNull();
  if (known !== undefined) engine.answers.pushers = known;
  else delete engine.answers.pushers;
  act(() => engine.update({ sync: { ...world.sync, phase: 'syncing' } }));
  await screen.findByRole('button', { name: /^Pause notifications of .*Phone/ });
  expect(screen.queryByText(/cannot be shown/)).toBeNull();
});

/** In place of what jsdom has not; the frequencies that were heard. */
function hearSounds(): readonly number[] {
  const played: number[] = [];
  const param = () => ({
    setValueAtTime: () => undefined,
    exponentialRampToValueAtTime: () => undefined,
  });
  class Audio {
    readonly currentTime = 0;
    readonly destination = {};
    createGain = () => ({ gain: param(), connect: (next: unknown) => next });
    createOscillator = () => {
      const frequency = { value: 0 };
      const start = (): void => void played.push(frequency.value);
      return { frequency, connect: (next: unknown) => next, start, stop: () => undefined };
    };
    close = () => Promise.resolve();
  }
  Object.assign(globalThis, { AudioContext: Audio });
  return played;
}

test('the sound of messages and of mentions is chosen and heard; with the sound off there is nothing to choose', async () => {
  const played = hearSounds();
  const engine = open();
  fireEvent.click(await screen.findByRole('button', { name: /Sound of messages/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Knock' }));
  await waitFor(() => expect(engine.world.settings['notifications.tone']).toBe('knock'));
  fireEvent.click(await screen.findByRole('button', { name: 'Play: Knock' }));
  expect(played).toEqual([220, 196]);
  fireEvent.click(screen.getByRole('button', { name: /Sound of mentions/ }));
  fireEvent.click(await screen.findByRole('option', { name: 'Nothing' }));
  await waitFor(() => expect(engine.world.settings['notifications.mentionTone']).toBe('none'));
  fireEvent.click(await toggle(/^Sound/));
  await waitFor(() => expect(screen.queryByText('Sound of messages')).toBeNull());
});

function Listening() {
  useNoticeTone();
  return null;
}

test('a window makes the sound of a notice when the engine says so, not one that was before it', async () => {
  const played = hearSounds();
  const engine = createFakeEngine(exampleWorld());
  render(
    <AccountWindow engine={engine}>
      <Listening />
    </AccountWindow>,
  );
  engine.update({ noticeTone: { turn: 1, tone: 'drop' } });
  await waitFor(() => expect(played).toEqual([740, 494]));
  engine.update({ noticeTone: { turn: 2, tone: 'knock' } });
  await waitFor(() => expect(played).toEqual([740, 494, 220, 196]));
});
