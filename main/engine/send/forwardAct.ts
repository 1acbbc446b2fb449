// Sends the copy of a message, or a file of a directory, into a conversation.
import { appFailure } from '#contract/wire/errors';
import { relationsOf } from '#stores/events/relations';
import { getEvent } from '#stores/events/timeline';
import { getRoom } from '#stores/rooms/rooms';
import { comingName } from '#stores/transfers/changes';
import { forwardedContent, holdsKeys, sentInClear, sharedFile } from '../events/forwarded';
import type { PollActDeps } from './pollActs';

interface Forward {
  readonly requestId: string;
  /** The room that gets it. */
  readonly roomId: string;
  readonly threadId?: string | null | undefined;
  /** An encrypted file goes decrypted into a room without encryption. */
  readonly inClear?: boolean | undefined;
  readonly from: { readonly roomId: string; readonly eventId: string };
}

export type ForwardAct = (act: Forward) => Promise<{ key: string }>;

interface ForwardDeps extends Pick<
  PollActDeps,
  'db' | 'mayMessage' | 'threadRelation' | 'enqueue'
> {
  readonly room: (roomId: string) => number;
}

function contentOf(deps: ForwardDeps, { roomId, eventId }: Forward['from'], encrypted: boolean) {
  const { db } = deps;
  const fromNo = deps.room(roomId);
  const event = getEvent(db, fromNo, eventId);
  if (event === null) throw appFailure('not_found', 'The message is not here');
  const isEntry = getRoom(db, fromNo)?.isTree === true;
  const name = isEntry ? comingName(db, fromNo, eventId) : null;
  if (name !== null) return sharedFile(event, name, encrypted);
  return forwardedContent(event, relationsOf(db, fromNo, eventId, 'm.replace'), encrypted);
}

export const createForwardAct =
  (deps: ForwardDeps): ForwardAct =>
  async (act) =>
    deps.enqueue(act, (roomNo) => {
      deps.mayMessage(roomNo);
      const encrypted = getRoom(deps.db, roomNo)?.encryption != null;
      const { type, content } = contentOf(deps, act.from, encrypted || act.inClear === true);
      const relation = deps.threadRelation(roomNo, act.threadId ?? null);
      return {
        type,
        content: relation === null ? content : { ...content, 'm.relates_to': relation },
        ...(!encrypted && holdsKeys(content) && { attachment: sentInClear }),
      };
    });
