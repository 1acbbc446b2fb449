// Polls (MSC3381): a question, its answers, and the result of the votes. Votes and end events are drawn in their poll and nowhere else.
import type { MessageBody } from '#contract/areas/messages/messageModels';
import type { StoredEvent } from '#stores/events/types';
import {
  choicesOf,
  pollTypes,
  readPoll,
  tallyOf,
  votesOf,
  type Poll,
  type Tally,
} from '../events/polls';
import { plainWords } from '../events/plainWords';
import { relationIn } from '../events/relations';
import { messageKind, type BodyContext, type FoldedKind, type Source } from './kind';
import { lineOf, longestText, oneLine } from './words';

/** `wrong` carries the text to show instead of the poll, which may be empty. */
type Claim = { readonly poll: Poll; readonly event: StoredEvent | null } | Broken;
interface Broken {
  readonly wrong: string;
  readonly type: string;
  readonly fallback: string;
}

const mostNamedVoters = 50;

function claims({ type, content, event }: Source): Claim {
  const poll = readPoll(content);
  if ('wrong' in poll)
    return { ...poll, type, fallback: (plainWords(content) ?? '').slice(0, longestText).trim() };
  const answers = poll.answers.map(({ id, text }) => ({ id, text: oneLine(text) }));
  return { poll: { ...poll, question: poll.question.slice(0, longestText), answers }, event };
}

/** Counts the votes from the server together with those in the outbox. */
function tally(poll: Poll, start: StoredEvent, context: BodyContext): Tally {
  const { references, waiting, ownUserId, pollRights } = context;
  const stored = tallyOf(poll, start, references, (userId) => pollRights().mayRedact(userId));
  const choices = new Map(stored.choices);
  const late = new Set(stored.late);
  let { ended } = stored;
  for (const { type, content } of waiting) {
    if (pollTypes.end.includes(type)) ended = true;
    else if (ended) late.add(ownUserId);
    else {
      const chosen = choicesOf(poll, content);
      choices.delete(ownUserId);
      if (chosen !== null) choices.set(ownUserId, chosen);
    }
  }
  return { ...stored, ended, choices, late };
}

type Body = Extract<MessageBody, { type: 'poll' }>;

function pollBody(poll: Poll, event: StoredEvent | null, context: BodyContext): Body {
  const { ownUserId, pollRights, person } = context;
  const result: Tally =
    event === null
      ? { ended: false, choices: new Map(), late: new Set(), unreadable: 0 }
      : tally(poll, event, context);
  const { ended, choices } = result;
  const votes = votesOf(poll, result);
  const most = Math.max(0, ...[...votes.values()].map((voters) => voters.length));
  const shown = ended || poll.disclosed;
  return {
    type: 'poll',
    text: poll.question,
    answers: poll.answers.map(({ id, text }) => {
      const voters = votes.get(id) ?? [];
      return {
        ...{ id, text },
        votes: shown ? voters.length : null,
        mine: voters.includes(ownUserId),
        winner: ended && most > 0 && voters.length === most,
        // Voters of an undisclosed poll are not named even at its end, because they did not choose to vote openly.
        voters: poll.disclosed
          ? voters.slice(0, mostNamedVoters).map((userId) => person(userId).name)
          : [],
      };
    }),
    disclosed: poll.disclosed,
    maxSelections: poll.maxSelections,
    ended,
    people: choices.size,
    unreadable: result.unreadable,
    ...(result.late.has(ownUserId) && { late: true }),
    mayVote: event !== null && !ended && pollRights().vote,
    mayEnd:
      event !== null &&
      !ended &&
      pollRights().end &&
      (event.sender === ownUserId || pollRights().mayRedact(ownUserId)),
  };
}

export const poll = messageKind<Claim>({
  eventTypes: pollTypes.start,
  aggregates: ['m.replace', 'm.annotation', 'm.reference'],
  claims,
  body(claim, context) {
    if (!('wrong' in claim)) return pollBody(claim.poll, claim.event, context);
    const { wrong, type: eventType, fallback } = claim;
    return fallback === ''
      ? { type: 'invalid', text: wrong }
      : { type: 'unsupported', eventType, text: fallback };
  },
  line(claim) {
    const text = 'wrong' in claim ? (claim.fallback.split('\n')[0] ?? '') : claim.poll.question;
    return text === '' ? { kind: 'none', text } : { kind: 'poll', text: lineOf(text, {}) };
  },
});

/** Votes, and ends. */
export const vote: FoldedKind = {
  shows: 'nothing',
  folds({ type, content }) {
    if (!pollTypes.response.includes(type) && !pollTypes.end.includes(type)) return null;
    return relationIn(content).eventId;
  },
};
