// What went wrong, and what to do about it.
import type { TFunction } from 'i18next';
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

export const problemWords = (
  t: TFunction,
  problem: CallProblem,
): { readonly what: string; readonly remedy: string } =>
  isOfMany(problem)
    ? {
        what: t(`groupCalls.notice.${problem}.what`),
        remedy: t(`groupCalls.notice.${problem}.remedy`),
      }
    : { what: t(`calls.problem.${problem}.what`), remedy: t(`calls.problem.${problem}.remedy`) };
