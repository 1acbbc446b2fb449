// The ways to answer a ring, which its cards and the ring window offer alike: with the camera or without, and what becomes of the running
// call. Must not know how they are drawn.
import type { TFunction } from 'i18next';
import type { CallRing } from '#contract/areas/calls/callsModels';
import type { RingWords } from './ringWords';

/** An answer: with the camera or without, and with the running call held or left. */
export type Choice = readonly [video: boolean, other: 'hold' | 'leave'];

export interface WayToAnswer {
  readonly label: string;
  readonly choice: Choice;
  /** One of several other ways, in words too long for a round button: a quiet row stands for it. */
  readonly quiet: boolean;
}

/** The answers that main passes on to the window that carries them out. */
export type AnswerAct = 'answer_voice' | 'answer_video' | 'answer_hold' | 'answer_hold_video';

export const actOf = (...[video, other]: Choice): AnswerAct =>
  other === 'hold'
    ? video
      ? 'answer_hold_video'
      : 'answer_hold'
    : video
      ? 'answer_video'
      : 'answer_voice';

export const choiceOfAct = (act: AnswerAct): Choice => [
  act === 'answer_video' || act === 'answer_hold_video',
  act === 'answer_hold' || act === 'answer_hold_video' ? 'hold' : 'leave',
];

/** The act of the usual answer, which the key carries out: as the call is, and holding the running call where that is possible. */
export const usualChoice = (
  { media }: CallRing,
  otherName: string | null,
  canHold: boolean,
): Choice => [media === 'video', otherName !== null && canHold ? 'hold' : 'leave'];

/** The usual way comes first, quiet ones last. */
export function waysToAnswer(
  t: TFunction,
  ring: CallRing,
  words: RingWords,
  otherName: string | null,
  canHold: boolean,
): readonly [WayToAnswer, ...WayToAnswer[]] {
  const video = ring.media === 'video';
  const way = (label: string, ...choice: Choice): WayToAnswer => ({ label, choice, quiet: false });
  const noVideo = (label: string, other: 'hold' | 'leave'): readonly WayToAnswer[] =>
    video ? [{ ...way(label, false, other), quiet: otherName !== null }] : [];
  if (otherName === null)
    return [way(words.answer, video, 'leave'), ...noVideo(words.withoutVideo, 'leave')];
  const end = way(t('calls.endAndAnswer'), video, 'leave');
  if (!canHold) return [end, ...noVideo(t('calls.endNoVideo'), 'leave')];
  return [
    way(t('calls.holdAndAnswer'), video, 'hold'),
    end,
    ...noVideo(t('calls.holdNoVideo'), 'hold'),
  ];
}
