// The people who can reach a folder, with their roles. Roles that this account may give stand behind a button; all others are plain words.
import { Check, ChevronDown, Crown, Eye, Pencil, UserMinus, UserPlus, Users } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { AccessRole } from '#contract/areas/files/directoriesModels';
import type { SharingRow } from '#contract/areas/files/sharingModels';
import { AccessRole as roles } from '#contract/areas/files/directoriesModels';
import { AppErrorNote } from '#app/errors';
import { useList, useValue } from '#app/hooks';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import { Name } from '#ui/text/Name';
import { SkeletonRows } from '#ui/layout/Spinner';
import styles from '../details/Details.module.css';
import { roleWord } from '../words';
import { RoleChangeDialog, type RoleChange } from './RoleChangeDialog';
import { isolate } from '#ui/text/isolate';

const shownAtFirst = 20;

export interface PeopleOfDirectoryProps {
  readonly roomId: string;
  /** Absent: people are added beside it. */
  readonly onAdd?: () => void;
}

export function PeopleOfDirectory({ roomId, onAdd }: PeopleOfDirectoryProps) {
  const { t } = useTranslation();
  const { items, ready, error } = useList('sharing', { roomId });
  const { value: header } = useValue('directory', { roomId });
  const [change, setChange] = useState<RoleChange | null>(null);
  const [all, setAll] = useState(false);
  const name = header?.name ?? '';
  const title =
    name === '' ? t('filePanels.people.title') : t('filePanels.people.titleIn', { name });
  const shown = all ? items : items.slice(0, shownAtFirst);
  const mayAdd = header?.actions.share === true && onAdd !== undefined;
  // A heading stands only above people or the way to add some.
  if (ready && error === null && items.length === 0 && !mayAdd) return null;
  return (
    <section aria-label={title}>
      <div className={`${styles.title} ${styles.withButton}`}>
        <h3>{title}</h3>
        {mayAdd && (
          <Button size="s" variant="text" icon={UserPlus} onPress={onAdd}>
            {t('filePanels.people.add')}
          </Button>
        )}
      </div>
      <div className={error === null ? undefined : styles.error}>
        <AppErrorNote error={error} place="files" />
      </div>
      {!ready && error === null && (
        <SkeletonRows compact count={3} label={t('filePanels.people.loading')} />
      )}
      <ul className={styles.rows}>
        {shown.map((row) => (
          <PersonRow key={row.key} row={row} onChange={setChange} />
        ))}
        {ready && items.length > 1 && <EveryoneRow rows={items} name={name} onChange={setChange} />}
      </ul>
      {items.length > shown.length && (
        <Button variant="text" className={styles.more} onPress={() => setAll(true)}>
          {t('filePanels.people.showAll', { count: items.length })}
        </Button>
      )}
      {change !== null && (
        <RoleChangeDialog
          roomId={roomId}
          directory={name}
          hasBelow={(header?.directories ?? 0) > 0}
          change={change}
          onClose={() => setChange(null)}
        />
      )}
    </section>
  );
}

interface RowProps {
  readonly row: SharingRow;
  readonly onChange: (change: RoleChange) => void;
}

function PersonRow({ row, onChange }: RowProps) {
  const { t } = useTranslation();
  const { person, role, mine, membership } = row;
  const side = mine
    ? t('filePanels.people.you')
    : membership === 'join'
      ? null
      : t(`filePanels.people.${membership}`);
  return (
    <li className={styles.person}>
      <MediaAvatar id={person.userId} name={person.name} avatar={person.avatar} size={24} />
      <span className={styles.personName} title={person.userId}>
        <Name cut>{person.name}</Name>
        {side !== null && <span className={styles.meta}>{side}</span>}
      </span>
      <RoleMenu
        label={t('filePanels.people.roleOf', { name: person.name, role: roleWord(t, role) })}
        current={role}
        canBecome={row.canBecome}
        removable={row.canRemove}
        onPick={(next) => onChange({ people: [person], from: role, to: next, self: mine })}
      />
    </li>
  );
}

/** One press for all others whose role this account may change. */
function EveryoneRow({
  rows,
  name,
  onChange,
}: {
  readonly rows: readonly SharingRow[];
  readonly name: string;
  readonly onChange: (change: RoleChange) => void;
}) {
  const { t } = useTranslation();
  const others = rows.filter((row) => !row.mine && row.canBecome.length > 0);
  if (others.length < 2) return null;
  const [first] = others;
  const same = others.every((row) => row.role === first?.role) ? (first?.role ?? null) : null;
  const common = roles.options.filter((role) =>
    others.every((row) => row.role === role || row.canBecome.includes(role)),
  );
  const word = same === null ? t('filePanels.people.mixed') : roleWord(t, same);
  return (
    <li className={styles.person}>
      <span className={styles.everyone}>
        <Icon icon={Users} size={12} />
      </span>
      <span className={`${styles.personName} ${styles.dim}`}>
        <span className={styles.cut}>
          {t('filePanels.people.everyone', { name: isolate(name) })}
        </span>
      </span>
      <RoleMenu
        label={t('filePanels.people.roleOf', {
          name: t('filePanels.people.everyone', { name }),
          role: word,
        })}
        current={same}
        word={word}
        canBecome={common.filter((role) => role !== same)}
        removable={false}
        onPick={(to) =>
          onChange({
            people: others.filter((row) => row.role !== to).map((row) => row.person),
            from: same,
            to,
            self: false,
          })
        }
      />
    </li>
  );
}

interface RoleMenuProps {
  readonly label: string;
  readonly current: AccessRole | null;
  readonly word?: string;
  readonly canBecome: readonly AccessRole[];
  readonly removable: boolean;
  /** Null: no access any more. */
  readonly onPick: (role: AccessRole | null) => void;
}

const roleSigns: Readonly<Record<AccessRole, LucideIcon>> = {
  viewer: Eye,
  editor: Pencil,
  owner: Crown,
};

function RoleMenu({ label, current, word, canBecome, removable, onPick }: RoleMenuProps) {
  const { t } = useTranslation();
  const shown = word ?? (current === null ? '' : roleWord(t, current));
  const choices = roles.options.filter((role) => role === current || canBecome.includes(role));
  const entries: MenuEntry[] = choices.map((role) => ({
    id: role,
    label: roleWord(t, role),
    icon: role === current ? Check : roleSigns[role],
    disabled: role === current,
    onAction: () => onPick(role),
  }));
  if (removable)
    entries.push(
      { id: 'line', separator: true },
      {
        id: 'remove',
        label: t('filePanels.people.remove'),
        icon: UserMinus,
        danger: true,
        onAction: () => onPick(null),
      },
    );
  if (!removable && canBecome.length === 0) return <span className={styles.role}>{shown}</span>;
  return (
    <MenuButton label={label} entries={entries}>
      <Button size="s" variant="quiet" aria-label={label}>
        {shown}
        <Icon icon={ChevronDown} size={12} />
      </Button>
    </MenuButton>
  );
}
