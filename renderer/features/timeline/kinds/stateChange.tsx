// Who came and went and what was changed in the room, as a sentence.
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { isolate } from '#ui/text/isolate';
import type { Notice, NoticeKind } from './kind';

/** Rules of a room are words of the protocol: they get a sentence of their own, or none where we do not know them. */
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

/** What became of a verification, each role, and what of calls was opened have sentences of their own. */
const ownSentences: ReadonlySet<Notice['what']> = new Set([
  'verification_asked',
  'role_changed',
  'calls_allowed',
]);

function StateChangeView({ item }: { readonly item: Notice }): ReactNode {
  const { t } = useTranslation();
  const detail = ruleOf(t, item);
  return t(`timeline.notice.${item.what}`, {
    actor: isolate(item.actor.name),
    target: isolate((item.target ?? item.actor).name),
    detail: isolate(detail ?? ''),
    context: ownSentences.has(item.what)
      ? (detail ?? 'plain')
      : detail === null || detail === ''
        ? 'plain'
        : undefined,
  });
}

export const stateChange: NoticeKind = { View: StateChangeView };
