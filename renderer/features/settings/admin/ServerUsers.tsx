// The users of the server, for its administrators: found by name, and for each what can be done.
import { ChevronDown, Search } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { ServerUser } from '#contract/areas/account/serverAdmin';
import words from '#contract/locales/serverAdmin.en.json';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import { MediaAvatar } from '#app/MediaAvatar';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { isolate } from '#ui/text/isolate';
import { TextField } from '#ui/controls/TextField';
import { UserDetails } from './UserDetails';
import { useServerUsers } from './useServerUsers';
import styles from './ServerUsers.module.css';

addWords(words);

export function ServerUsers() {
  const { t } = useTranslation();
  const { value: session } = useValue('session', {});
  const [search, setSearch] = useState('');
  const { found, pending, error, more, ended } = useServerUsers(search.trim());
  const [open, setOpen] = useState<string | null>(null);
  const server = session?.serverName ?? '';
  return (
    <>
      <p className={styles.intro}>{t('admin.text', { server: isolate(server) })}</p>
      <div className={styles.search}>
        <TextField
          label={t('admin.search')}
          icon={Search}
          value={search}
          onChange={setSearch}
          autoComplete="off"
          spellCheck="false"
        />
      </div>
      <p role="status" className={styles.total}>
        {found !== null &&
          (found.users.length === 0 ? t('admin.none') : t('admin.total', { count: found.total }))}
      </p>
      <AppErrorNote error={error} />
      {found?.users.map((user) => (
        <UserRow
          key={user.userId}
          user={user}
          isSelf={user.userId === session?.userId}
          isOpen={open === user.userId}
          onToggle={() => setOpen(open === user.userId ? null : user.userId)}
          onEnded={() => ended(user.userId)}
        />
      ))}
      {found !== null && found.next !== null && (
        <div className={styles.more}>
          <Button pending={pending} onPress={more}>
            {t('admin.more')}
          </Button>
        </div>
      )}
    </>
  );
}

interface UserRowProps {
  readonly user: ServerUser;
  readonly isSelf: boolean;
  readonly isOpen: boolean;
  readonly onToggle: () => void;
  readonly onEnded: () => void;
}

function UserRow({ user, isSelf, isOpen, onToggle, onEnded }: UserRowProps) {
  const { t, i18n } = useTranslation();
  const { userId, name, createdAtMs } = user;
  const date = new Intl.DateTimeFormat(i18n.language, { dateStyle: 'medium' });
  const facts = [
    ...(name === null ? [] : [isolate(userId)]),
    ...(isSelf ? [t('admin.you')] : []),
    ...(['isAdmin', 'isGuest', 'isDeactivated'] as const)
      .filter((fact) => user[fact])
      .map((fact) => t(`admin.${fact}`)),
    ...(createdAtMs === null ? [] : [t('admin.since', { date: date.format(createdAtMs) })]),
  ];
  return (
    <>
      <button type="button" className={styles.user} aria-expanded={isOpen} onClick={onToggle}>
        <MediaAvatar id={userId} name={name ?? userId} avatar={null} size={36} />
        <span className={styles.words}>
          <span className={styles.name}>{isolate(name ?? userId)}</span>
          <span className={styles.facts}>{facts.join(' · ')}</span>
        </span>
        <Icon icon={ChevronDown} />
      </button>
      {isOpen && <UserDetails user={user} isSelf={isSelf} onEnded={onEnded} />}
    </>
  );
}
