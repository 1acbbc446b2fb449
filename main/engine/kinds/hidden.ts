// A message that a moderator hid (MSC3531): what it says is not shown, why is. Whose word counts is judged in `rooms/visibility.ts`.
import { cleanName } from '../events/cleanName';
import { messageKind, type Hidden } from './kind';

export const hidden = messageKind<Hidden>({
  eventTypes: [],
  aggregates: [],
  claims: ({ hidden: by }) => by ?? null,
  body: ({ reason }) => ({ type: 'hidden', reason: cleanName(reason) }),
  line: () => ({ kind: 'hidden', text: '' }),
});
