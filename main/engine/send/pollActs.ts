// Makes, answers, edits and ends polls: each act is a row of the outbox. The polls in the store decide whether an act is allowed.
import { randomUUID } from 'node:crypto';
import { appFailure } from '#contract/wire/errors';
import type { ConversationId } from '#contract/areas/ids';
import { relationsOf } from '#stores/events/relations';

import type { StoredEvent } from '#stores/events/types';
import type { Database } from '#stores/sqlite/statements';
import {
  assertPollEvent,
  pollEndContent,
  pollResponseContent,
  pollStartContent,
} from '../events/pollContents';
import {
  choicesOf,
  pollTypes,
  readPoll,
  tallyOf,
  writtenType,
  type Poll,
  type Tally,
} from '../events/polls';
import { shownMessage, type Content } from '../events/relations';
import { pollRights } from '../rooms/pollRights';

interface Act {
  readonly requestId: string;
  readonly roomId: string;
}

interface Asked {
  readonly question: string;
  readonly answers: readonly string[];
  readonly disclosed: boolean;
  readonly maxSelections: number;
}

type OnPoll = Act & { readonly eventId: string };
type Sent = Promise<{ readonly key: string }>;

export interface PollActs {
  /** @throws AppFailure `invalid_event` 'A question is required', 'No answers available' */
  create(act: Act & ConversationId & Asked): Sent;
  /** An empty `answers` withdraws the vote. @throws AppFailure `conflict` when the poll has ended */
  vote(act: OnPoll & { readonly answers: readonly string[] }): Sent;
  end(act: OnPoll & { readonly text: string }): Sent;
  /** @throws AppFailure `conflict` when somebody has voted, or it has ended */
  edit(act: OnPoll & Asked): Sent;
}

interface Made {
  readonly type: string;
  readonly content: Content;
}

export interface PollActDeps {
  readonly db: Database;
  readonly ownUser: () => string;
  readonly mayMessage: (roomNo: number) => void;
  /** The relation that puts a poll into a thread; null for the main timeline. */
  readonly threadRelation: (roomNo: number, threadId: string | null) => Content | null;
  readonly target: (roomNo: number, id: string) => { readonly event: StoredEvent | null };
  readonly enqueue: (act: Act, make: (roomNo: number) => Made) => { readonly key: string };
}

interface Open {
  readonly start: StoredEvent;
  readonly poll: Poll;
  readonly tally: Tally;
}

function newPoll({ question, answers, disclosed, maxSelections }: Asked): Poll {
  const texts = answers.map((text) => text.trim()).filter((text) => text !== '');
  return {
    question: question.trim(),
    // Random, so that no vote for an earlier form of the poll counts for another answer.
    answers: texts.map((text) => ({ id: randomUUID(), text })),
    disclosed,
    maxSelections: Math.max(1, Math.min(maxSelections, texts.length)),
  };
}

function openPoll({ db, target }: PollActDeps, roomNo: number, id: string, me: string): Open {
  const { event } = target(roomNo, id);
  if (event === null) throw appFailure('conflict', 'The poll is still being sent');
  const edits = relationsOf(db, roomNo, event.eventId, 'm.replace');
  const { type, content } = shownMessage(event, edits);
  const poll = readPoll(content);
  if (!pollTypes.start.includes(type) || 'wrong' in poll)
    throw appFailure('bad_request', 'This is no poll');
  const related = relationsOf(db, roomNo, event.eventId, 'm.reference');
  const { mayRedact } = pollRights(db, roomNo, me);
  const tally = tallyOf(poll, event, related, mayRedact);
  if (tally.ended) throw appFailure('conflict', 'The poll has ended');
  return { start: event, poll, tally };
}

function checked(type: string, content: Content): Made {
  assertPollEvent(type, content);
  return { type, content };
}

const forbidden = (words: string): Error => appFailure('forbidden', words);

export function createPollActs(deps: PollActDeps): PollActs {
  const { db, enqueue, mayMessage, ownUser } = deps;
  return {
    async create(act) {
      return enqueue(act, (roomNo) => {
        mayMessage(roomNo);
        const content = pollStartContent(newPoll(act));
        const relation = deps.threadRelation(roomNo, act.threadId);
        if (relation !== null) content['m.relates_to'] = relation;
        return checked(writtenType.start, content);
      });
    },
    vote: async (act) =>
      enqueue(act, (roomNo) => {
        const me = ownUser();
        const { start, poll } = openPoll(deps, roomNo, act.eventId, me);
        if (!pollRights(db, roomNo, me).vote) throw forbidden('You may not vote here');
        const content = pollResponseContent(start.eventId, act.answers);
        if (act.answers.length > 0 && choicesOf(poll, content) === null)
          throw appFailure('bad_request', 'The poll has no such answer');
        return checked(writtenType.response, content);
      }),
    end: async (act) =>
      enqueue(act, (roomNo) => {
        const me = ownUser();
        const { start } = openPoll(deps, roomNo, act.eventId, me);
        const rights = pollRights(db, roomNo, me);
        if (!rights.end || (start.sender !== me && !rights.mayRedact(me)))
          throw forbidden('You may not end this poll');
        return checked(writtenType.end, pollEndContent(start.eventId, act.text));
      }),
    edit: async (act) =>
      enqueue(act, (roomNo) => {
        mayMessage(roomNo);
        const me = ownUser();
        const { start, tally } = openPoll(deps, roomNo, act.eventId, me);
        if (start.sender !== me) throw forbidden('Only own messages can be edited');
        if (tally.choices.size > 0 || tally.unreadable > 0)
          throw appFailure('conflict', 'Somebody has voted');
        const content = pollStartContent(newPoll(act));
        const made = checked(writtenType.start, content);
        const relation = { rel_type: 'm.replace', event_id: start.eventId };
        return {
          type: made.type,
          content: { ...content, 'm.new_content': content, 'm.relates_to': relation },
        };
      }),
  };
}
