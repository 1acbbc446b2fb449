// The gallery: one story at a time, chosen by the address: `#chat/light`, `#signIn/dark/rtl`. Without one: the list of stories.
import { createRoot } from 'react-dom/client';
import '#ui/styles/base.css';
import * as appStories from './stories/app.stories';
import * as callStories from './stories/call.stories';
import * as callsStories from './stories/calls.stories';
import * as chatStories from './stories/chat.stories';
import * as dialogStories from './stories/dialogs.stories';
import * as filePanelStories from './stories/filePanels.stories';
import * as filesStories from './stories/files.stories';
import * as goneStories from './stories/gone.stories';
import * as groupCallStories from './stories/groupCalls.stories';
import * as listeningStories from './stories/listening.stories';
import * as locationStories from './stories/locations.stories';
import * as notifiedStories from './stories/notified.stories';
import * as keptStories from './stories/kept.stories';
import * as partStories from './stories/parts.stories';
import * as readingStories from './stories/reading.stories';
import * as ringStories from './stories/ring.stories';
import * as paletteStories from './stories/palette.stories';
import * as roomListStories from './stories/roomList.stories';
import * as scheduledStories from './stories/scheduled.stories';
import * as searchStories from './stories/search.stories';
import * as spaceStories from './stories/spaces.stories';
import * as threadStories from './stories/threads.stories';
import * as verificationStories from './stories/verification.stories';

interface Story {
  readonly render: () => React.ReactNode;
}

const modules: readonly Readonly<Record<string, unknown>>[] = [
  appStories,
  callStories,
  chatStories,
  callsStories,
  dialogStories,
  filesStories,
  filePanelStories,
  goneStories,
  groupCallStories,
  listeningStories,
  locationStories,
  keptStories,
  notifiedStories,
  partStories,
  readingStories,
  ringStories,
  paletteStories,
  roomListStories,
  scheduledStories,
  searchStories,
  spaceStories,
  threadStories,
  verificationStories,
];

const isStory = (value: unknown): value is Story =>
  typeof value === 'object' && value !== null && 'render' in value;

/** Named exports of the story files, by name. */
export const stories: ReadonlyMap<string, Story> = new Map(
  modules.flatMap((one) =>
    Object.entries(one).flatMap(([name, story]) =>
      name !== 'default' && isStory(story) ? [[name, story] as const] : [],
    ),
  ),
);

function Index() {
  return (
    <ul>
      {[...stories.keys()].map((name) => (
        <li key={name}>
          <a href={`#${name}/light`} data-story={name}>
            {name}
          </a>{' '}
          <a href={`#${name}/dark`}>dark</a>
        </li>
      ))}
    </ul>
  );
}

const [name = '', theme = 'light', direction = 'ltr'] = window.location.hash.slice(1).split('/');
const html = document.documentElement;
html.dataset.theme = theme;
html.lang = 'en';
html.dir = direction;

const host = document.getElementById('root');
if (host === null) throw new Error('the page has no root');
const story = stories.get(name);
createRoot(host).render(story === undefined ? <Index /> : story.render());
window.addEventListener('hashchange', () => window.location.reload());
