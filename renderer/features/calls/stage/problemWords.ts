// The texts of each `CallProblem`: the failure and its remedy.
import type { TFunction } from 'i18next';
import { isolate } from '#ui/text/isolate';
import type { CallProblem } from '../callTypes';

const ofMany = [
  'floor_taken',
  'floor_lost',
  'floor_over',
  'leg_failed',
  'leg_refused',
  'no_such_call',
  'members_may_not_join',
] as const;

type OfMany = (typeof ofMany)[number];

const isOfMany = (problem: CallProblem): problem is OfMany =>
  (ofMany as readonly CallProblem[]).includes(problem);

const ofMicrophone = ['microphone_refused', 'no_microphone', 'microphone_busy'] as const;

export type MicrophoneProblem = (typeof ofMicrophone)[number];

/** With these problems the person can still listen to a call. */
export const isOfMicrophone = (problem: CallProblem | null): problem is MicrophoneProblem =>
  (ofMicrophone as readonly (CallProblem | null)[]).includes(problem);

/** The act that did not come about, other than placing a call. */
export type WantedFor = 'answer' | 'join' | 'unmute';

export const problemWords = (
  t: TFunction,
  problem: CallProblem,
  wantedFor: WantedFor | null = null,
  /** The participant who talks, in push to talk; the person whose identity has changed, or to whom the call was handed over. */
  person: string | null = null,
): { readonly what: string; readonly remedy: string } =>
  isOfMany(problem)
    ? {
        what:
          problem === 'floor_taken' && person !== null
            ? t('groupCalls.notice.floor_taken.what', { context: 'named', name: isolate(person) })
            : t(`groupCalls.notice.${problem}.what`),
        remedy: t(`groupCalls.notice.${problem}.remedy`),
      }
    : {
        what:
          problem === 'identity_changed' && person !== null
            ? t('calls.problem.identity_changed.what', { context: 'named', name: isolate(person) })
            : t(`calls.problem.${problem}.what`),
        remedy: remedyWords(t, problem, wantedFor, person),
      };

function remedyWords(
  t: TFunction,
  problem: Exclude<CallProblem, OfMany>,
  wantedFor: WantedFor | null,
  person: string | null,
): string {
  if (problem === 'handed_over' && person !== null)
    return t('calls.problem.handed_over.remedy', { context: 'named', name: isolate(person) });
  const hasActs = isOfMicrophone(problem) || problem === 'identity_changed';
  return wantedFor !== null && hasActs
    ? t(`calls.problem.${problem}.remedy`, { context: wantedFor })
    : t(`calls.problem.${problem}.remedy`);
}
