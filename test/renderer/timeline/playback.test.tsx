// Sounds of a conversation: what their row shows, and how they are played one after the other.
import '../jsdom';
import { act, fireEvent, render, screen, waitFor } from '@testing-library/react';
import filePanels from '#contract/locales/filePanels.en.json';
import { addWords } from '#app/i18n';
import type { ReactNode } from 'react';
import { ImageView } from '../../../renderer/features/files/preview/ImageView';
import { PlayerView } from '../../../renderer/features/files/preview/PlayerView';
import { TimelineScopeProvider } from '../../../renderer/features/timeline/context';
import type { TimelineScope } from '../../../renderer/features/timeline/context';
import { AudioPlayer } from '../../../renderer/features/timeline/media/AudioPlayer';
import { FileCard } from '../../../renderer/features/timeline/media/FileCard';
import { Picture } from '../../../renderer/features/timeline/media/Picture';
import { createPlayback, createSounds } from '#app/playback';
import type { Playback, Sound } from '#app/playback';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine } from '../../gallery/fakes/fakeEngine';

const media = {
  ...{ handle: 'voice-voice-voice', thumbnail: null, fileName: 'memo.ogg' },
  ...{ mimeType: 'audio/ogg', sizeBytes: 18_400, width: null, height: null, blurhash: null },
  ...{ durationMs: 42_000, encrypted: true, broken: null },
};

/** An element that does what the browser's does, without sound. */
function silent(): HTMLAudioElement {
  const element = document.createElement('audio');
  element.play = () => {
    element.dispatchEvent(new Event('playing'));
    return Promise.resolve();
  };
  element.pause = () => void element.dispatchEvent(new Event('pause'));
  element.load = () => undefined;
  return element;
}

async function draw(
  next: (key: string) => Sound | null = () => null,
): Promise<{ element: HTMLAudioElement; playback: Playback }> {
  const element = silent();
  const playback = createPlayback(createSounds(), next, () => element);
  const heard = { items: () => [], playback, leave: null };
  const scope = {
    heard,
    conversation: { roomId: '!room:example.org', threadId: null },
    actions: { save: () => undefined },
  } as unknown as TimelineScope;
  const sounds = [
    { key: 'a', sound: { voice: true, waveform: [0, 0.5, 1] } },
    { key: 'b', sound: { voice: false, waveform: null } },
  ];
  render(
    <AccountWindow engine={createFakeEngine()}>
      <TimelineScopeProvider value={scope}>
        {sounds.map(({ key, sound }) => (
          <AudioPlayer key={key} itemKey={key} media={media} sound={sound} />
        ))}
      </TimelineScopeProvider>
    </AccountWindow>,
  );
  await screen.findByRole('group', { name: 'Voice message' });
  return { element, playback };
}

const at = (element: HTMLAudioElement, seconds: number): void =>
  act(() => {
    element.currentTime = seconds;
    element.dispatchEvent(new Event('timeupdate'));
  });

test('its length stands there before it is played; it plays, pauses and says where it is', async () => {
  const { element } = await draw();
  expect(screen.getAllByText('0:42')).toHaveLength(2);
  expect(element.getAttribute('src')).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Play Voice message' }));
  expect(element.getAttribute('src')).toContain(media.handle);
  at(element, 12);
  screen.getByText('0:12');
  const slider = screen.getByRole('slider', { name: 'Position in Voice message' });
  expect(slider.getAttribute('aria-valuetext')).toBe('0:12 of 0:42');
  fireEvent.change(slider, { target: { value: '20000' } });
  expect(element.currentTime).toBe(20);
  fireEvent.click(screen.getByRole('button', { name: 'Pause Voice message' }));
  screen.getByRole('button', { name: 'Play Voice message' });
});

test('the speed goes round and holds for the sounds after it', async () => {
  const { element } = await draw();
  fireEvent.click(screen.getByRole('button', { name: 'Play Voice message' }));
  const press = (name: string) => fireEvent.click(screen.getByRole('button', { name }));
  press('Speed 1×');
  press('Speed 1.5×');
  expect(element.playbackRate).toBe(2);
  press('Play memo.ogg');
  screen.getByRole('button', { name: 'Speed 2×' });
  expect(screen.queryByRole('button', { name: 'Pause Voice message' })).toBeNull();
  expect(element.playbackRate).toBe(2);
  press('Speed 2×');
  expect(element.playbackRate).toBe(1);
});

test('the next sound follows by itself; behind the last one it is quiet', async () => {
  const { element } = await draw((key) => (key === 'a' ? { key: 'b', src: '/next' } : null));
  fireEvent.click(screen.getByRole('button', { name: 'Play Voice message' }));
  act(() => void element.dispatchEvent(new Event('ended')));
  expect(element.getAttribute('src')).toBe('/next');
  screen.getByRole('button', { name: 'Pause memo.ogg' });
  act(() => void element.dispatchEvent(new Event('ended')));
  screen.getByRole('button', { name: 'Play memo.ogg' });
});

test('what cannot be played says so, and is tried again', async () => {
  const { element } = await draw();
  fireEvent.click(screen.getByRole('button', { name: 'Play Voice message' }));
  act(() => void element.dispatchEvent(new Event('error')));
  expect(screen.getByRole('alert').textContent).toBe('Could not be played. Try again.');
  fireEvent.click(screen.getByRole('button', { name: 'Play Voice message' }));
  expect(screen.queryByRole('alert')).toBeNull();
});

// The preview around the picture brings these in the app.
addWords(filePanels);

describe('without a connection, what is not on this computer says so in words', () => {
  const said = 'This file is not saved on this computer.';
  const offline = () => {
    const lost = { state: 'failed' as const, progress: null, error: 'offline' };
    const scope = { actions: { save: () => undefined } } as unknown as TimelineScope;
    return (shown: ReactNode) =>
      render(
        <AccountWindow engine={createFakeEngine({ downloads: { [media.handle]: lost } })}>
          <TimelineScopeProvider value={scope}>{shown}</TimelineScopeProvider>
        </AccountWindow>,
      );
  };

  test('a picture that is opened', async () => {
    offline()(<ImageView name="bag.jpg" media={media} />);
    fireEvent.error(await screen.findByRole('img', { name: 'bag.jpg', hidden: true }));
    const why = await screen.findByRole('alert');
    await waitFor(() => expect(why.textContent).toContain(`${said} It opens by itself`));
    screen.getByRole('button', { name: 'Try again' });
  });

  test('a picture of the conversation', async () => {
    offline()(<Picture media={{ ...media, fileName: 'bag.jpg', width: 80, height: 40 }} />);
    fireEvent.error(await screen.findByRole('img', { name: 'bag.jpg', hidden: true }));
    await screen.findByText(said);
  });

  test('a film, and the card of a file', async () => {
    offline()(
      <>
        <PlayerView kind="video" name="weir.webm" media={media} />
        <FileCard media={media} kind="pdf" />
      </>,
    );
    await waitFor(() => expect(screen.getAllByText(said)).toHaveLength(2));
  });
});

test('what another conversation plays is paused by it', () => {
  const [here, there] = [silent(), silent()];
  const sounds = createSounds();
  const room = createPlayback(
    sounds,
    () => null,
    () => here,
  );
  const thread = createPlayback(
    sounds,
    () => null,
    () => there,
  );
  room.toggle({ key: 'a', src: '/a' });
  expect(room.get().state).toBe('playing');
  thread.toggle({ key: 'b', src: '/b' });
  expect([room.get().state, thread.get().state]).toEqual(['paused', 'playing']);
  room.toggle({ key: 'a', src: '/a' });
  expect([room.get().state, thread.get().state]).toEqual(['playing', 'paused']);
});

test('keys go by five seconds, at most to its ends', async () => {
  const { element } = await draw();
  fireEvent.click(screen.getByRole('button', { name: 'Play Voice message' }));
  const slider = screen.getByRole('slider', { name: 'Position in Voice message' });
  at(element, 12);
  fireEvent.keyDown(slider, { key: 'ArrowRight' });
  expect(element.currentTime).toBeCloseTo(14.1);
  fireEvent.keyDown(slider, { key: 'ArrowLeft' });
  at(element, 1);
  fireEvent.keyDown(slider, { key: 'ArrowDown' });
  expect(element.currentTime).toBe(0);
});

test('while a voice message is recorded nothing is played', () => {
  const sounds = createSounds();
  const playback = createPlayback(sounds, () => null, silent);
  playback.toggle({ key: 'a', src: 'media/a' });
  expect(playback.get().state).toBe('playing');
  // The recorder calls this before it begins.
  sounds.silence();
  expect(playback.get().state).toBe('paused');
  playback.close();
});
