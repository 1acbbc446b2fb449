// Polls (MSC3381): the question and its answers, to be read. Must not count votes: nothing here answers a poll yet.
import { isRecord, textOf } from '#stores/events/types';
import type { Content } from '../events/relations';
import { messageKind, type Source } from './kind';
import { lineOf, longestText, oneLine } from './words';

interface Poll {
  readonly question: string;
  readonly answers: readonly string[];
}

const mostAnswers = 20;

/** The plain text of an extensible event: `m.text` as a text or as a list of forms, or as it was called before. */
function words(value: unknown): string | null {
  if (!isRecord(value)) return null;
  const text = value['m.text'] ?? value['org.matrix.msc1767.text'];
  if (!Array.isArray(text)) return textOf(text);
  const plain = (text as readonly unknown[]).find(
    (form) => isRecord(form) && [undefined, 'text/plain'].includes(form['mimetype'] as undefined),
  );
  return isRecord(plain) ? textOf(plain['body']) : null;
}

/** For clients that know no polls: the question, and below it the answers. */
function fallback(content: Content): Poll | null {
  const text = words(content) ?? textOf(content['body']);
  const [question = '', ...answers] = (text ?? '').split('\n').map((part) => part.trim());
  return question === '' ? null : { question, answers: answers.filter((answer) => answer !== '') };
}

function pollOf(content: Content): Poll | null {
  const start =
    content['m.poll'] ?? content['m.poll.start'] ?? content['org.matrix.msc3381.poll.start'];
  const question = isRecord(start) ? words(start['question']) : null;
  if (question === null || !isRecord(start)) return fallback(content);
  const answers = Array.isArray(start['answers']) ? (start['answers'] as readonly unknown[]) : [];
  return { question, answers: answers.map((answer) => words(answer) ?? '').filter(Boolean) };
}

function claims({ content }: Source): Poll | null {
  const poll = pollOf(content);
  if (poll === null || poll.question.trim() === '') return null;
  return {
    question: poll.question.slice(0, longestText),
    answers: poll.answers.slice(0, mostAnswers).map(oneLine),
  };
}

export const poll = messageKind<Poll>({
  eventTypes: ['m.poll.start', 'org.matrix.msc3381.poll.start'],
  aggregates: ['m.replace', 'm.annotation'],
  claims,
  body: ({ question, answers }) => ({ type: 'poll', text: question, answers: [...answers] }),
  line: ({ question }) => ({ kind: 'poll', text: lineOf(question, {}) }),
});
