// Who came and went and what was changed in the room, as a sentence.
import type { TFunction } from 'i18next';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { isolate } from '#ui/isolate';
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

function StateChangeView({ item }: { readonly item: Notice }): ReactNode {
  const { t } = useTranslation();
  const detail = ruleOf(t, item);
  return t(`timeline.notice.${item.what}`, {
    actor: isolate(item.actor.name),
    target: isolate((item.target ?? item.actor).name),
    detail: isolate(detail ?? ''),
    // What became of a verification has a sentence of its own.
    context:
      item.what === 'verification_asked'
        ? (detail ?? 'plain')
        : detail === null || detail === ''
          ? 'plain'
          : undefined,
  });
}

export const stateChange: NoticeKind = { View: StateChangeView };
