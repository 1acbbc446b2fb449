// Kinds as chips, who and when behind buttons; in one line all of them behind buttons.
import { Check, ChevronDown } from 'lucide-react';
import { useMemo, useRef } from 'react';
import { ToggleButton, ToggleButtonGroup } from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { FoundFile } from '#contract/areas/files/filesModels';
import type { Person } from '#contract/areas/rooms/peopleModels';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { MenuButton } from '#ui/overlays/Menu';
import { kindGroups, periods, type Filters } from './filters';
import styles from './Search.module.css';

const mostSenders = 40;

/** Everybody who was seen in the results so far: narrowing by one person must not hide the others from the menu. */
export function useSenders(items: readonly FoundFile[], selfId: string | null): readonly Person[] {
  const seen = useRef(new Map<string, Person>());
  return useMemo(() => {
    for (const { sender } of items) seen.current.set(sender.userId, sender);
    return [...seen.current.values()]
      .sort(
        (a, b) =>
          Number(b.userId === selfId) - Number(a.userId === selfId) || a.name.localeCompare(b.name),
      )
      .slice(0, mostSenders);
  }, [items, selfId]);
}

export interface FilterBarProps {
  readonly filters: Filters;
  readonly senders: readonly Person[];
  /** Beside a chat there is one line for all of it: the kinds are a menu too. */
  readonly narrow?: boolean;
  readonly onChange: (filters: Filters) => void;
}

export function FilterBar({ filters, senders, narrow = false, onChange }: FilterBarProps) {
  const { t } = useTranslation();
  const mark = (on: boolean) => (on ? { icon: Check } : {});
  const sender = senders.find((one) => one.userId === filters.sender);
  return (
    <div className={styles.filters}>
      {!narrow && <Kinds filters={filters} onChange={onChange} />}
      <div className={styles.menus}>
        {narrow && (
          <MenuButton
            label={t('filePanels.search.kinds')}
            entries={kindGroups.map((group) => ({
              id: group,
              label: t(`filePanels.search.group.${group}`),
              ...mark(group === filters.group),
              onAction: () => onChange({ ...filters, group }),
            }))}
          >
            <Button size="s">
              {filters.group === 'all'
                ? t('filePanels.search.kind')
                : t(`filePanels.search.group.${filters.group}`)}
              <Icon icon={ChevronDown} size={12} />
            </Button>
          </MenuButton>
        )}
        <MenuButton
          label={t('filePanels.search.from')}
          entries={[
            {
              id: 'anyone',
              label: t('filePanels.search.anyone'),
              ...mark(filters.sender === null),
              onAction: () => onChange({ ...filters, sender: null }),
            },
            ...senders.map((person) => ({
              id: person.userId,
              label: person.name,
              ...mark(person.userId === filters.sender),
              onAction: () => onChange({ ...filters, sender: person.userId }),
            })),
          ]}
        >
          <Button size="s">
            {sender === undefined
              ? t('filePanels.search.from')
              : t('filePanels.search.fromNamed', { name: sender.name })}
            <Icon icon={ChevronDown} size={12} />
          </Button>
        </MenuButton>
        <MenuButton
          label={t('filePanels.search.when')}
          entries={periods.map((period) => ({
            id: period,
            label: t(`filePanels.search.period.${period}`),
            ...mark(period === filters.period),
            onAction: () => onChange({ ...filters, period }),
          }))}
        >
          <Button size="s">
            {filters.period === 'any'
              ? t('filePanels.search.when')
              : t(`filePanels.search.period.${filters.period}`)}
            <Icon icon={ChevronDown} size={12} />
          </Button>
        </MenuButton>
      </div>
    </div>
  );
}

function Kinds({ filters, onChange }: Pick<FilterBarProps, 'filters' | 'onChange'>) {
  const { t } = useTranslation();
  return (
    <ToggleButtonGroup
      aria-label={t('filePanels.search.kinds')}
      className={styles.chips ?? ''}
      selectionMode="single"
      disallowEmptySelection
      selectedKeys={[filters.group]}
      onSelectionChange={(keys) => {
        const group = kindGroups.find((one) => keys.has(one));
        if (group !== undefined) onChange({ ...filters, group });
      }}
    >
      {kindGroups.map((group) => (
        <ToggleButton key={group} id={group} className={styles.chip ?? ''}>
          {t(`filePanels.search.group.${group}`)}
        </ToggleButton>
      ))}
    </ToggleButtonGroup>
  );
}
