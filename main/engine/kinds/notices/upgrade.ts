// Where a room moved on. It is a room's last word: nothing can be said there any more. Must not know the new room.
import { cleanName } from '../../events/cleanName';
import type { NoticeKind } from '../kind';

export const upgrade: NoticeKind = {
  shows: 'notice',
  eventTypes: ['m.room.tombstone'],
  isState: true,
  claims: ({ raw }) => ({
    what: 'upgraded',
    target: null,
    detail: cleanName(raw.content['body']),
  }),
  line: () => ({ kind: 'moved', text: '' }),
};
