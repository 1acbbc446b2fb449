// Membership changes and other state events of the room, as a sentence.
import type { TFunction } from 'i18next';
import { useContext, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { isolate } from '#ui/text/isolate';
import { toldApart } from '#ui/text/toldApart';
import { OwnUserId } from '../html/Link';
import type { Notice, NoticeKind } from './kind';

/** Join rules and history visibility have protocol names: known ones are translated, unknown ones are left out. */
function ruleOf(t: TFunction, { what, detail }: Notice): string | null {
  if (what !== 'join_rule_changed' && what !== 'history_visibility_changed') return detail;
  const said = t(
    `timeline.rule.${what}.${detail ?? ''}` as 'timeline.rule.join_rule_changed.public',
    {
      defaultValue: '',
    },
  );
  return said === '' ? null : said;
}

/** Notices that need several sentences, chosen by their detail: the outcome of a verification, each role, the kinds of calls. */
const ownSentences: ReadonlySet<Notice['what']> = new Set([
  'verification_asked',
  'role_changed',
  'calls_allowed',
]);

const ofActor: ReadonlySet<Notice['what']> = new Set(['avatar_changed', 'knocked', 'renamed_self']);
const ofTarget: ReadonlySet<Notice['what']> = new Set([
  'invite_withdrawn',
  'knock_declined',
  'role_changed',
]);
/** An own notice has other words where there is no detail. */
const ownPlain: ReadonlySet<Notice['what']> = new Set(['knocked', 'renamed_self']);

function contextOf(what: Notice['what'], detail: string | null, own: boolean): string | undefined {
  if (ownSentences.has(what) && detail !== null) return detail;
  const isPlain = detail === null || detail === '';
  if (own) return isPlain && ownPlain.has(what) ? 'own_plain' : 'own';
  return isPlain ? 'plain' : undefined;
}

/** @param ownId the reader's user id, who is "you"; null where nobody is */
export function stateWords(t: TFunction, item: Notice, ownId: string | null): string {
  const { actor, target, what } = item;
  const whom = target ?? actor;
  const mine = actor.userId === ownId;
  const ofMe = whom.userId === ownId;
  const detail = ruleOf(t, item);
  return t(`timeline.notice.${what}`, {
    actor: mine ? t('rooms.you') : isolate(toldApart(actor)),
    target: ofMe ? t(`timeline.notice.${mine ? 'yourself' : 'you'}`) : isolate(toldApart(whom)),
    detail: isolate(detail ?? ''),
    context: contextOf(what, detail, (mine && ofActor.has(what)) || (ofMe && ofTarget.has(what))),
  });
}

function StateChangeView({ item }: { readonly item: Notice }): ReactNode {
  const { t } = useTranslation();
  return stateWords(t, item, useContext(OwnUserId));
}

export const stateChange: NoticeKind = { View: StateChangeView };
