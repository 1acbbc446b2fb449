// The value `unsent`: all words of a room that were written and not sent, its threads among them, for a room in which nobody can write any more.
import type { UnsentWords } from '#contract/areas/messages/sending';
import { scheduledMessages } from '#stores/outbox/scheduled';
import { roomNoOf } from '#stores/rooms/rooms';
import { draftsOfRoom } from '#stores/settings/drafts';
import type { Store } from '#stores/sqlite/store';

type Db = Store['db'];

function drafts(db: Db, roomId: string): UnsentWords[] {
  const roomNo = roomNoOf(db, roomId);
  if (roomNo === null) return [];
  return draftsOfRoom(db, roomNo).flatMap(({ threadId, text, editing }): UnsentWords[] => {
    const rest = { threadId, atMs: null };
    const written = { key: `draft ${threadId ?? ''}`, kind: 'draft', text, ...rest } as const;
    if (editing === null) return [written];
    const edit = { key: `edit ${threadId ?? ''}`, kind: 'edit', text: editing.text } as const;
    return [written, { ...edit, ...rest }];
  });
}

const scheduled = (db: Db, roomId: string): UnsentWords[] =>
  scheduledMessages(db)
    .filter((row) => row.roomId === roomId)
    .map(({ requestId, threadId, atMs, message: { text } }) => ({
      ...{ key: requestId, kind: 'scheduled', threadId, atMs },
      text: typeof text === 'string' ? text : '',
    }));

export const unsentIn = (db: Db, roomId: string): { readonly words: UnsentWords[] } => ({
  words: [...drafts(db, roomId), ...scheduled(db, roomId)].filter(({ text }) => text.trim() !== ''),
});
