// The line of a chat whose message waits without words: it names the files, or says that something was spoken.
import { roomNoOf } from '#stores/rooms/rooms';
import { putDraftFiles } from '#stores/settings/draftFiles';
import { putDraft } from '#stores/settings/drafts';
import { insertRecording } from '#stores/settings/recordings';
import { tempStore, type TempStore } from '../../native-stores/support/tempStore';
import { idOf, spacesIn } from './spaceSupport';
import { openRooms, testClock } from './support';

let temp: TempStore;
beforeEach(() => {
  temp = tempStore();
});
afterEach(() => temp.remove());

const { room } = spacesIn(() => temp.store);

test('a draft without words is named: its files, or that it was spoken', () => {
  const clock = testClock();
  const { store } = temp;
  room('shed', {});
  const roomNo = roomNoOf(store.db, idOf('shed')) ?? 0;
  const { items } = openRooms({ store, clock }, { limit: 10 });
  const shown = () => {
    clock.pass(1_000);
    return items().flatMap((item) => (item.kind === 'room' ? [item.preview] : []));
  };
  const touch = (work: () => void): void =>
    store.write((changes) => {
      work();
      changes.topic('drafts');
    });
  const recordingId = '1b671a64-40d5-491e-99b0-da01ff1f3341';
  touch(() => insertRecording(store.db, { recordingId, roomNo, rootEventId: null }, 1));
  expect(shown()).toEqual([{ kind: 'draft', senderName: null, mine: true, text: '' }]);
  const file = (fileName: string, threadId: string | null = null) => ({
    ...{ ticket: `ticket-${fileName}`, roomId: idOf('shed'), threadId, sizeBytes: 1 },
    file: { fileName },
  });
  touch(() => putDraftFiles(store.db, [file('plan.pdf'), file('map.png'), file('other', '$t')]));
  expect(shown()).toMatchObject([{ kind: 'draft', text: 'plan.pdf, map.png' }]);
  touch(() => putDraft(store.db, roomNo, { text: 'words', replyTo: null, editing: null }, 1));
  expect(shown()).toMatchObject([{ kind: 'draft', text: 'words' }]);
});
