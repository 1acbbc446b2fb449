// The choice of who can join a room, and of the rooms and spaces whose members can. Where there are several and none was chosen before, the rule is written
// with the first that is chosen.
import { useId, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { RoomAdministration, RoomRules, RulesChange } from '#contract/areas/rooms/administer';
import { Select } from '#ui/controls/Select';
import { Switch } from '#ui/controls/Switch';
import { isolate } from '#ui/text/isolate';
import { Stated } from './Stated';
import styles from './RoomSettings.module.css';

type JoinRule = RoomRules['joinRule'];

export interface JoinRuleChoiceProps {
  readonly administration: Pick<RoomAdministration, 'rules' | 'may' | 'joinRules' | 'letsIn'>;
  readonly change: (wanted: RulesChange) => void;
}

const letsSomeIn = (rule: JoinRule): boolean => rule.endsWith('restricted');

export function JoinRuleChoice({ administration, change }: JoinRuleChoiceProps): ReactNode {
  const { rules, may, joinRules, letsIn } = administration;
  const { t, i18n } = useTranslation();
  /** The rule that waits for its first room, and the one that it was chosen instead of. */
  const [waiting, setWaiting] = useState<{ rule: JoinRule; before: JoinRule } | null>(null);
  const title = useId();
  const isWaiting = waiting !== null && waiting.before === rules.joinRule;
  const shown = isWaiting ? waiting.rule : rules.joinRule;
  const chosen = letsIn.filter(({ on }) => on);
  const nameOf = (one: (typeof letsIn)[number]): string => isolate(one.name ?? one.roomId);
  if (!may.joinRule) {
    const rule = t(`roomSettings.joinRules.${rules.joinRule}`);
    const names = new Intl.ListFormat(i18n.language).format(chosen.map(nameOf));
    const isNamed = letsSomeIn(rules.joinRule) && chosen.length > 0;
    return (
      <Stated
        label={t('roomSettings.joinRule')}
        text={isNamed ? t('roomSettings.letsInNamed', { rule, names }) : rule}
      />
    );
  }
  const choose = (joinRule: JoinRule): void => {
    const isFirst = letsSomeIn(joinRule) && chosen.length === 0;
    const [only, ...others] = letsIn;
    if (isFirst && others.length > 0) return setWaiting({ rule: joinRule, before: rules.joinRule });
    setWaiting(null);
    const letIn = isFirst && only !== undefined ? [{ roomId: only.roomId, on: true }] : null;
    return change({ joinRule, ...(letIn !== null && { letsIn: letIn }) });
  };
  return (
    <>
      <Select
        label={t('roomSettings.joinRule')}
        value={shown}
        onChange={choose}
        options={joinRules.map((id) => ({ id, label: t(`roomSettings.joinRules.${id}`) }))}
      />
      {letsSomeIn(shown) && letsIn.length > 0 && (
        <div role="group" aria-labelledby={title} className={styles.letsIn}>
          <div id={title} className={styles.title}>
            {t('roomSettings.letsIn')}
          </div>
          {isWaiting && <p className={styles.meta}>{t('roomSettings.letsInNone')}</p>}
          {letsIn.map((one) => {
            const isLast = one.on && chosen.length === 1;
            return (
              <Switch
                key={one.roomId}
                label={nameOf(one)}
                hint={isLast ? t('roomSettings.letsInLast') : undefined}
                isSelected={one.on}
                isDisabled={isLast}
                onChange={(on) =>
                  change({
                    ...(isWaiting && { joinRule: shown }),
                    letsIn: [{ roomId: one.roomId, on }],
                  })
                }
              />
            );
          })}
        </div>
      )}
    </>
  );
}
