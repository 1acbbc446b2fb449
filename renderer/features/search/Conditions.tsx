// The conditions that narrow the search: those that hold, each with a way to remove it, and the menus that add one.
import { ChevronDown, X } from 'lucide-react';
import { useState } from 'react';
import { later } from '#app/later';
import { useTranslation } from '#app/words';
import type { HasKind } from '#contract/areas/messages/search';
import type { Condition } from '#app/places/searching';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { MenuButton } from '#ui/overlays/Menu';
import { formatDay, startOfDay } from '#ui/text/time';
import { dayText } from '../when';
import { hasKinds } from './conditions';
import styles from './Search.module.css';

const DayDialog = later(async () => (await import('./DayDialog')).DayDialog);

export interface ConditionsProps {
  readonly conditions: readonly Condition[];
  readonly nowMs: number;
  /** Which room is searched is no question. */
  readonly oneRoom: boolean;
  readonly onAdd: (condition: Condition) => void;
  readonly onRemove: (condition: Condition) => void;
  /** Begins an operator in the field, for example `from:`. */
  readonly onType: (operator: string) => void;
}

const days = { yesterday: 1, week: 7, month: 30, year: 365 } as const;

export function Conditions({ conditions, nowMs, oneRoom, ...acts }: ConditionsProps) {
  const { onAdd, onRemove, onType } = acts;
  const { t, i18n } = useTranslation();
  /** A day is being chosen for it. */
  const [asked, setAsked] = useState<'before' | 'after' | null>(null);
  const words = (one: Condition): string => {
    if (one.kind === 'has') return t('search.has', { what: t(`search.kinds.${one.has}`) });
    if (one.kind === 'from' || one.kind === 'in')
      return t(`search.${one.kind}`, { name: isolate(one.name) });
    return t(`search.${one.kind}`, { day: formatDay(one.atMs, nowMs, i18n.language) });
  };
  const ago = (kind: 'before' | 'after') => [
    ...Object.entries(days).map(([name, count]) => ({
      id: name,
      label: t(`search.days.${name as keyof typeof days}`),
      onAction: () => onAdd({ kind, atMs: dayBefore(nowMs, count) }),
    })),
    {
      id: 'day',
      label: t('search.chooseDay'),
      onAction: () => setAsked(kind),
    },
  ];
  const chosen = conditions.find((one) => one.kind === asked);
  return (
    <div className={styles.conditions}>
      {conditions.length > 0 && (
        <ul className={styles.chips} aria-label={t('search.conditions')}>
          {conditions.map((one) => (
            <li key={one.kind === 'has' ? one.has : one.kind}>
              <button
                type="button"
                className={styles.chip}
                aria-label={t('search.remove', { condition: words(one) })}
                onClick={() => onRemove(one)}
              >
                <span>{words(one)}</span>
                <Icon icon={X} size={12} />
              </button>
            </li>
          ))}
        </ul>
      )}
      <div className={styles.add} role="group" aria-label={t('search.add')}>
        <span className={styles.narrow}>{t('search.add')}</span>
        <Button size="s" onPress={() => onType('from:')}>
          {t('search.addFrom')}
          <Icon icon={ChevronDown} size={12} />
        </Button>
        {!oneRoom && (
          <Button size="s" onPress={() => onType('in:')}>
            {t('search.addIn')}
            <Icon icon={ChevronDown} size={12} />
          </Button>
        )}
        <MenuButton
          label={t('search.addHas')}
          entries={hasKinds.map((has: HasKind) => ({
            id: has,
            label: t(`search.kinds.${has}`),
            onAction: () => onAdd({ kind: 'has', has }),
          }))}
        >
          <Button size="s">
            {t('search.addHas')}
            <Icon icon={ChevronDown} size={12} />
          </Button>
        </MenuButton>
        <MenuButton label={t('search.addAfter')} entries={ago('after')}>
          <Button size="s">
            {t('search.addAfter')}
            <Icon icon={ChevronDown} size={12} />
          </Button>
        </MenuButton>
        <MenuButton label={t('search.addBefore')} entries={ago('before')}>
          <Button size="s">
            {t('search.addBefore')}
            <Icon icon={ChevronDown} size={12} />
          </Button>
        </MenuButton>
      </div>
      {asked !== null && (
        <DayDialog
          kind={asked}
          initial={dayText(
            new Date(chosen !== undefined && 'atMs' in chosen ? chosen.atMs : nowMs),
          )}
          onClose={() => setAsked(null)}
          onChoose={(atMs) => {
            setAsked(null);
            onAdd({ kind: asked, atMs });
          }}
        />
      )}
    </div>
  );
}

function dayBefore(nowMs: number, count: number): number {
  const day = new Date(startOfDay(nowMs));
  day.setDate(day.getDate() - count);
  return day.getTime();
}
