// A voice message that plays on after its chat was left, above another one.
import type { MessageItem } from '#contract/areas/messages/timelineModels';
import { exampleWorld } from '../fakes/fakeEngine';
import type { FakeShell } from '../fakes/fakeApp';
import { at, message, people, roomId } from '../fixtures';
import { App, first } from './App';
import { inTurn } from './steps';

const larkfield = roomId('larkfield');

const sound = (fileName: string, voice: boolean): MessageItem['body'] => ({
  ...{ type: 'audio', looks: { extension: 'ogg', fileKind: 'audio', warnings: [] }, caption: null },
  media: {
    ...{ handle: 'sound-of-a-left-chat', thumbnail: null, fileName, mimeType: 'audio/ogg' },
    ...{ sizeBytes: 184_000, width: null, height: null, durationMs: 42_300, blurhash: null },
    ...{ encrypted: true, broken: null },
  },
  sound: { voice, waveform: voice ? [0.2, 0.7, 1, 0.5, 0.3, 0.8] : null },
});

/** An element that plays nothing, and says that it does; or that it cannot. */
function playsNothing(fails: boolean): void {
  globalThis.Audio = function Made() {
    const made = document.createElement('audio');
    Object.defineProperty(made, 'currentTime', { value: 17, writable: true });
    made.play = async () => {
      for (const name of ['playing', 'timeupdate']) made.dispatchEvent(new Event(name));
      if (fails) setTimeout(() => made.dispatchEvent(new Event('error')), 2000);
    };
    return made;
  } as unknown as typeof Audio;
}

const playThenLeave = (fake: FakeShell): void =>
  void inTurn([
    () => {
      const play = document.querySelector<HTMLElement>('main button[aria-label^="Play "]');
      play?.click();
      return play !== null;
    },
    () => {
      const openRequest = { accountId: first, roomId: roomId('studio'), thread: null, at: 2 };
      fake.update({ openRequest });
      return true;
    },
  ]);

const story = (fileName: string, { voice = true, fails = false } = {}) => ({
  render: () => {
    playsNothing(fails);
    const said = message(people.priya, '', at(9, 40), { body: sound(fileName, voice) });
    const next = message(people.tomas, 'Stand-up moved to 11:00.', at(10, 31));
    const timelines = { [larkfield]: [said], [roomId('studio')]: [next] };
    return <App open="larkfield" world={{ ...exampleWorld(), timelines }} then={playThenLeave} />;
  },
});

export const leftSound = story('Voice message.ogg');
export const leftSoundFailed = story(
  'Interview with the printer about the gusset, the glue and the second proof, part 2.mp3',
  { voice: false, fails: true },
);
