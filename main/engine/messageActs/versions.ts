// Lists the versions of an edited message, as far as this disk has them.
import { appFailure } from '#contract/wire/errors';
import type { FormattedText } from '#contract/areas/messages/messageModels';
import { relationsOf } from '#stores/events/relations';
import type { StoredEvent } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import {
  effective,
  isValidEdit,
  newContentOf,
  withoutReplyFallback,
  type Content,
} from '../events/relations';
import { formattedText } from '../kinds/words';
import { messageShownTo } from './messageShownTo';

export interface MessageVersion extends FormattedText {
  readonly key: string;
  readonly sentAtMs: number;
}

/** Most versions listed; of more the newest ones. */
const most = 200;

function versionOf(
  db: Store['db'],
  { eventId, ts }: StoredEvent,
  content: Content | null,
): MessageVersion[] {
  const body = content?.['body'];
  if (content === null || typeof body !== 'string') return [];
  return [
    { key: eventId, sentAtMs: ts, ...formattedText(db, withoutReplyFallback(body), content) },
  ];
}

/**
 * The message as it was written, then each edit that counts (CHAT-3.16), oldest first. Nothing of a deleted message.
 * @throws AppFailure `not_found`
 */
export function messageVersions(
  db: Store['db'],
  ownUserId: string | null,
  roomId: string,
  eventId: string,
): readonly MessageVersion[] {
  const original = messageShownTo(db, ownUserId, roomId, eventId);
  if (original.redactedBy !== null) throw appFailure('not_found', 'The message is not here');
  const edits = relationsOf(db, original.roomNo, eventId, 'm.replace')
    .filter((edit) => isValidEdit(original, edit))
    .sort((a, b) => a.ts - b.ts)
    .slice(-most);
  const { type, content } = effective(original);
  return [
    ...versionOf(db, original, content),
    ...edits.flatMap((edit) => versionOf(db, edit, newContentOf(effective(edit).content, type))),
  ];
}
