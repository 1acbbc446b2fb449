// Contents of outgoing poll events, in the form that Element reads. Each carries words for clients that know no polls. Pure.
import { appFailure } from '#contract/wire/errors';
import { pollOf, pollTypes, readPoll, writtenType, type Poll } from './polls';
import type { Content } from './relations';

const words = (text: string): Content => ({ 'org.matrix.msc1767.text': text, body: text });

const kindOf = (disclosed: boolean): string =>
  `org.matrix.msc3381.poll.${disclosed ? 'disclosed' : 'undisclosed'}`;

export function pollStartContent({ question, answers, disclosed, maxSelections }: Poll): Content {
  const list = answers.map(({ text }, at) => `${at + 1}. ${text}`);
  return {
    ...words([question, ...list].join('\n')),
    [writtenType.start]: {
      question: { ...words(question), msgtype: 'm.text' },
      kind: kindOf(disclosed),
      max_selections: maxSelections,
      answers: answers.map(({ id, text }) => ({ id, 'org.matrix.msc1767.text': text })),
    },
    'm.mentions': {},
  };
}

const reference = (pollId: string): Content => ({
  'm.relates_to': { rel_type: 'm.reference', event_id: pollId },
});

export const pollResponseContent = (pollId: string, answers: readonly string[]): Content => ({
  [writtenType.response]: { answers: [...answers] },
  ...reference(pollId),
});

export const pollEndContent = (pollId: string, text: string): Content => ({
  ...words(text),
  [writtenType.end]: {},
  ...reference(pollId),
});

/** Refuses an invalid poll, and a vote or end without a poll, before it gets an outbox row. */
export function assertPollEvent(type: string, content: Content): void {
  const wrong = pollTypes.start.includes(type) ? wrongStart(content) : wrongReference(content);
  if (wrong !== null) throw appFailure('invalid_event', wrong);
}

function wrongStart(content: Content): string | null {
  const poll = readPoll(content);
  return 'wrong' in poll ? poll.wrong : null;
}

function wrongReference(content: Content): string | null {
  return pollOf(content) === null ? 'Relationship must be a reference to an event' : null;
}
