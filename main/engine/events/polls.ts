// Reads polls (MSC3381) and counts their votes. Every value in a content is a claim and is checked here. Pure; no SDK.
import { isRecord, textOf, type StoredEvent } from '#stores/events/types';
import { cleanLine } from './cleanName';
import { plainWords } from './plainWords';
import { effective, isEncrypted, relationIn, type Content } from './relations';

/**
 * Both names are read. Written are the unstable ones, as Element and Element X write them and nothing else: a poll of the stable type is
 * no line at all to most clients of 2026.
 */
const names = {
  start: ['m.poll.start', 'org.matrix.msc3381.poll.start'],
  response: ['m.poll.response', 'org.matrix.msc3381.poll.response'],
  end: ['m.poll.end', 'org.matrix.msc3381.poll.end'],
} as const;

type PollPart = keyof typeof names;

export const pollTypes: Readonly<Record<PollPart, readonly string[]>> = names;

/** The type of what this app writes. */
export const writtenType = {
  start: names.start[1],
  response: names.response[1],
  end: names.end[1],
} as const;

const disclosedKinds: readonly unknown[] = [
  'm.disclosed',
  'm.poll.disclosed',
  'org.matrix.msc3381.disclosed',
  'org.matrix.msc3381.poll.disclosed',
];

export const mostAnswers = 20;
const longestId = 255;

export interface PollAnswer {
  readonly id: string;
  readonly text: string;
}

export interface Poll {
  readonly question: string;
  readonly answers: readonly PollAnswer[];
  /** Votes are shown while it runs. */
  readonly disclosed: boolean;
  readonly maxSelections: number;
}

export interface PollRights {
  /** This account may send votes, or ends; nothing unless it is joined. */
  readonly vote: boolean;
  readonly end: boolean;
  /** May remove somebody else's message, and so end their poll. */
  mayRedact(userId: string): boolean;
}

function inside(content: Content, part: PollPart): Content | null {
  for (const name of names[part]) {
    const value = content[name];
    if (isRecord(value)) return value;
  }
  return null;
}

/** Null for an answer without an id. One without words cannot be chosen by anybody, and is left out. */
function answersOf(values: readonly unknown[]): PollAnswer[] | null {
  const answers = new Map<string, PollAnswer>();
  for (const value of values.slice(0, mostAnswers)) {
    const id = isRecord(value) ? textOf(value['m.id'] ?? value['id']) : null;
    if (id === null || id === '' || id.length > longestId) return null;
    const text = plainWords(value)?.trim() ?? '';
    if (cleanLine(text) !== '' && !answers.has(id)) answers.set(id, { id, text });
  }
  return [...answers.values()];
}

/** The poll that a content starts, or what is wrong with it, in the words of the JavaScript SDK. */
export function readPoll(content: Content): Poll | { readonly wrong: string } {
  const start = isRecord(content['m.poll']) ? content['m.poll'] : inside(content, 'start');
  const question = start === null ? null : plainWords(start['question']);
  if (start === null || question === null || cleanLine(question) === '')
    return { wrong: 'A question is required' };
  if (!Array.isArray(start['answers'])) return { wrong: 'Poll answers must be an array' };
  const answers = answersOf(start['answers']);
  if (answers === null) return { wrong: 'Answer ID must be a non-empty string' };
  if (answers.length === 0) return { wrong: 'No answers available' };
  const most = start['max_selections'];
  return {
    question,
    answers,
    disclosed: disclosedKinds.includes(start['kind']),
    maxSelections:
      typeof most === 'number' && most >= 1 ? Math.min(Math.floor(most), answers.length) : 1,
  };
}

/** Id of the poll that a response or an end speaks of. */
export function pollOf(content: Content): string | null {
  const { relType, eventId } = relationIn(content);
  return relType === 'm.reference' && eventId?.startsWith('$') === true ? eventId : null;
}

/** The chosen answers, at most as many as the poll allows; null for a spoiled vote. */
export function choicesOf(poll: Poll, content: Content): readonly string[] | null {
  const answers = content['m.selections'] ?? inside(content, 'response')?.['answers'];
  if (!Array.isArray(answers) || answers.length === 0) return null;
  const known = new Set(poll.answers.map(({ id }) => id));
  const chosen = answers as readonly unknown[];
  if (!chosen.every((id): id is string => typeof id === 'string' && known.has(id))) return null;
  return [...new Set(chosen)].slice(0, poll.maxSelections);
}

export interface Tally {
  readonly ended: boolean;
  /** The newest valid vote of each person, in the order of these votes. */
  readonly choices: ReadonlyMap<string, readonly string[]>;
  /** People who voted after the end, which does not count. */
  readonly late: ReadonlySet<string>;
  /** Votes, or ends, that cannot be decrypted. */
  readonly unreadable: number;
}

/** A server may add to an encrypted room whatever it likes in clear: there only encrypted votes count. */
const counts = (start: StoredEvent, event: StoredEvent): boolean =>
  event.stateKey === null &&
  event.redactedBy === null &&
  event.roomNo === start.roomNo &&
  pollOf(event.raw.content) === start.eventId &&
  (!isEncrypted(start) || isEncrypted(event));

const inTime = (a: StoredEvent, b: StoredEvent): number =>
  a.ts - b.ts || (a.eventId < b.eventId ? -1 : 1);

/**
 * The first end that counts closes the poll: of its creator, or of somebody who may remove it. Of each person the last vote until then
 * counts; one that is spoiled takes back those before it.
 */
export function tallyOf(
  poll: Poll,
  start: StoredEvent,
  related: readonly StoredEvent[],
  mayRedact: (userId: string) => boolean,
): Tally {
  const sound = related.filter((event) => counts(start, event)).sort(inTime);
  const readable = sound.filter((event) => !isEncrypted(event) || event.plain !== null);
  const isOf = (part: PollPart, event: StoredEvent): boolean =>
    pollTypes[part].includes(effective(event).type);
  const end = readable.find(
    (event) => isOf('end', event) && (event.sender === start.sender || mayRedact(event.sender)),
  );
  const choices = new Map<string, readonly string[]>();
  const late = new Set<string>();
  for (const event of readable) {
    if (!isOf('response', event)) continue;
    if (event.ts > (end?.ts ?? Number.POSITIVE_INFINITY)) {
      late.add(event.sender);
      continue;
    }
    const chosen = choicesOf(poll, effective(event).content);
    choices.delete(event.sender);
    if (chosen !== null) choices.set(event.sender, chosen);
  }
  return { ended: end !== undefined, choices, late, unreadable: sound.length - readable.length };
}

/** Votes by the id of each answer. */
export function votesOf(poll: Poll, { choices }: Tally): ReadonlyMap<string, readonly string[]> {
  const votes = new Map<string, string[]>(poll.answers.map(({ id }) => [id, []]));
  for (const [userId, chosen] of choices) for (const id of chosen) votes.get(id)?.push(userId);
  return votes;
}
