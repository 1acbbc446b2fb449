// A sound that plays on after its chat was left: the bar that says so, and how it ends.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor, within } from '@testing-library/react';
import type { TimelineItem } from '#contract/areas/messages/timelineModels';
import { Root } from '../../../renderer/features/shell';
import '../../support/allWords';
import { accountRow, createFakeShell, Window } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, message, people, roomId } from '../../gallery/fixtures';

const accountId = 'account000';
const larkfield = roomId('larkfield');
const looks = { extension: 'ogg', fileKind: 'audio' as const, warnings: [] };

function voice(minute: number): TimelineItem {
  const media = {
    ...{ handle: `voice-voice-voice-${minute}`, thumbnail: null, fileName: `memo-${minute}.ogg` },
    ...{ mimeType: 'audio/ogg', sizeBytes: 18_400, width: null, height: null, blurhash: null },
    ...{ durationMs: 42_000, encrypted: true, broken: null },
  };
  const sound = { voice: true, waveform: [0, 0.5, 1] };
  const body = { type: 'audio' as const, media, looks, caption: null, sound };
  return message(people.odile, '', at(9, minute), { body });
}

/** All elements that were made to play something. */
const elements: HTMLAudioElement[] = [];
const isPlaying = new WeakMap<HTMLAudioElement, boolean>();

beforeEach(() => {
  elements.length = 0;
  const made = (): HTMLAudioElement => {
    const element = document.createElement('audio');
    elements.push(element);
    element.play = () => {
      isPlaying.set(element, true);
      element.dispatchEvent(new Event('playing'));
      return Promise.resolve();
    };
    element.pause = () => {
      isPlaying.set(element, false);
      element.dispatchEvent(new Event('pause'));
    };
    element.load = () => undefined;
    return element;
  };
  jest.spyOn(window, 'Audio').mockImplementation(made);
});
afterEach(() => jest.restoreAllMocks());

const plays = (): number => elements.filter((element) => isPlaying.get(element) === true).length;

async function open() {
  const timelines = { [larkfield]: [voice(40), voice(50)], [roomId('studio')]: [voice(10)] };
  const engine = createFakeEngine({ ...exampleWorld(), timelines });
  const fake = createFakeShell({ [accountId]: engine }, [accountRow(accountId)]);
  render(
    <Window fake={fake}>
      <Root />
    </Window>,
  );
  await screen.findByRole('tree', { name: 'Chats' });
  let turn = 0;
  const go = async (room: string, name: string): Promise<void> => {
    turn += 1;
    const openRequest = { accountId, roomId: roomId(room), thread: null, at: turn };
    act(() => fake.update({ openRequest }));
    await screen.findByRole('heading', { name, level: 1 });
  };
  return { go, engine };
}

const playFirst = async (): Promise<void> => {
  const buttons = await screen.findAllByRole('button', { name: 'Play Voice message' });
  fireEvent.click(buttons[0] ?? document.body);
  await waitFor(() => expect(plays()).toBe(1));
};
const bar = (): Promise<HTMLElement> =>
  screen.findByRole('region', { name: 'Sound from another chat' });
const noBar = (): Promise<void> =>
  waitFor(() => expect(screen.queryByRole('region', { name: /^Sound from/ })).toBeNull());

test('a voice message plays on when its chat is left; its bar says whose it is, pauses it, leads back and ends it', async () => {
  const { go } = await open();
  await go('larkfield', 'Larkfield identity');
  await playFirst();
  await go('studio', 'Studio');
  const strip = within(await bar());
  strip.getByText(/Voice message from .*Odile Marchetti.* in .*Larkfield identity/);
  expect(plays()).toBe(1);
  fireEvent.click(strip.getByRole('button', { name: /^Pause/ }));
  expect(plays()).toBe(0);
  fireEvent.click(strip.getByRole('button', { name: /^Play/ }));
  expect(plays()).toBe(1);
  fireEvent.click(strip.getByRole('button', { name: 'Show' }));
  await screen.findByRole('heading', { name: 'Larkfield identity', level: 1 });
  // The chat has the player again, and nothing began anew.
  await noBar();
  await screen.findByRole('button', { name: 'Pause Voice message' });
  expect([plays(), elements.length]).toEqual([1, 1]);
  await go('studio', 'Studio');
  fireEvent.click(within(await bar()).getByRole('button', { name: 'Stop and close' }));
  await noBar();
  expect(plays()).toBe(0);
});

test('the next voice message of the chat that was left follows; behind the last one the bar goes', async () => {
  const { go } = await open();
  await go('larkfield', 'Larkfield identity');
  await playFirst();
  await go('studio', 'Studio');
  await bar();
  act(() => void elements[0]?.dispatchEvent(new Event('ended')));
  expect(elements[0]?.getAttribute('src')).toContain('voice-voice-voice-50');
  await bar();
  act(() => void elements[0]?.dispatchEvent(new Event('ended')));
  await noBar();
});

test('another sound ends it; what does not play when its chat is left stays there', async () => {
  const { go } = await open();
  await go('larkfield', 'Larkfield identity');
  await playFirst();
  await go('studio', 'Studio');
  await bar();
  await playFirst();
  await noBar();
  expect(plays()).toBe(1);
  fireEvent.click(await screen.findByRole('button', { name: 'Pause Voice message' }));
  await go('larkfield', 'Larkfield identity');
  await screen.findAllByRole('button', { name: 'Play Voice message' });
  await noBar();
});

test('a file that is not the one that was sent stops in the bar too', async () => {
  const { go, engine } = await open();
  await go('larkfield', 'Larkfield identity');
  await playFirst();
  await go('studio', 'Studio');
  const strip = within(await bar());
  const damaged = { state: 'failed' as const, progress: null, error: 'media_damaged' };
  act(() => engine.update({ downloads: { 'voice-voice-voice-40': damaged } }));
  await strip.findByRole('alert');
  expect([plays(), elements[0]?.getAttribute('src')]).toEqual([0, null]);
});
