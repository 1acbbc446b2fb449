// The notice about `m.room.tombstone`. It ends the room's preview, because no more messages can be sent there. Must not know the new room.
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
