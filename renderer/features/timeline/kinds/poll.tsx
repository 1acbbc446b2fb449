// The kind of a poll: its estimated height and its one-line text. Its card is loaded with the first poll, because few rooms have one.
import { later } from '#app/later';
import { textHeight, type BodyKind, type BodyOf } from './kind';

type Poll = BodyOf<'poll'>;

const PollCard = later(async () => (await import('../polls/PollCard')).PollCard);

const frameHeightPx = 132;
const answerHeightPx = 46;

export const poll: BodyKind<Poll> = {
  View: (props) => <PollCard {...props} />,
  estimateHeight: ({ text, answers }) =>
    frameHeightPx + textHeight(text) + answers.length * answerHeightPx,
  words: ({ text }) => text,
  copied: ({ text, answers }) => [text, ...answers.map((answer) => answer.text)].join('\n'),
};
