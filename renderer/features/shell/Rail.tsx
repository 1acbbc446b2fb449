// Accounts and places. Only places that exist have a button.
import clsx from 'clsx';
import { Bell, Bookmark, Folder, MessageCircle, Phone, Plus, Search, Settings } from 'lucide-react';
import { memo } from 'react';
import { Button as AriaButton } from 'react-aria-components';
import { useTranslation } from '#app/words';
import type { AccountRow } from '#contract/shell';
import { useValue } from '#app/hooks';
import { settingsOpened, type Place } from '#app/places/navigation';
import { CallElsewhere, UnreadBadge } from '#app/places/UnreadBadge';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Avatar } from '#ui/marks/Avatar';
import { Badge } from '#ui/marks/Badge';
import { Icon } from '#ui/marks/Icon';
import { IconButton } from '#ui/controls/IconButton';
import { Tooltip } from '#ui/controls/Tooltip';
import { useInCall, useIsInCallAs } from '../calls';
import { shortcuts } from './shortcuts';
import styles from './Rail.module.css';

export interface RailProps {
  readonly accounts: readonly AccountRow[];
  readonly active: string;
  readonly place: Place | null;
  readonly onAccount: (accountId: string) => void;
  readonly onAddAccount: () => void;
  /** Null: the account cannot be opened, so there are no places. */
  readonly onPlace: ((place: Place) => void) | null;
}

export const Rail = memo(function Rail(props: RailProps) {
  const { accounts, active, place, onAccount, onAddAccount, onPlace } = props;
  const { t } = useTranslation();
  const isActive = ({ accountId }: AccountRow) => accountId === active;
  return (
    <nav className={styles.rail} aria-label={t('places.label')}>
      <ul className={styles.accounts} aria-label={t('places.accounts')}>
        {accounts.map((account) => (
          <li key={account.accountId}>
            {isActive(account) && onPlace !== null ? (
              <OpenAccount account={account} />
            ) : (
              <AccountButton
                account={account}
                on={isActive(account)}
                onPress={() => onAccount(account.accountId)}
              />
            )}
          </li>
        ))}
      </ul>
      <IconButton
        label={t('places.addAccount')}
        icon={Plus}
        placement="end"
        onPress={onAddAccount}
        className={styles.add}
      />
      {onPlace !== null && (
        <>
          <hr className={styles.line} />
          <span className={styles.place}>
            <PlaceButton
              label={t('places.chats')}
              shortcut={shortcuts.chats.label}
              icon={MessageCircle}
              on={place === 'chats' || place === 'threads'}
              onPress={() => onPlace('chats')}
            />
            <Elsewhere away={place !== 'chats'} account={accounts.find(isActive)} />
          </span>
          <span className={styles.place}>
            <PlaceButton
              label={t('places.files')}
              shortcut={shortcuts.files.label}
              icon={Folder}
              on={place === 'files'}
              onPress={() => onPlace('files')}
            />
            {place !== 'files' && <FolderInvites />}
          </span>
          <span className={styles.place}>
            <PlaceButton
              label={t('callPlace.title')}
              shortcut={shortcuts.calls.label}
              icon={Phone}
              on={place === 'calls'}
              onPress={() => onPlace('calls')}
            />
            {place !== 'calls' && <MissedCalls />}
          </span>
          <PlaceButton
            label={t('search.title')}
            shortcut={shortcuts.search.label}
            icon={Search}
            on={place === 'search'}
            onPress={() => onPlace('search')}
          />
          <span className={styles.place}>
            <PlaceButton
              label={t('places.saved')}
              word={t('places.savedWord')}
              shortcut={shortcuts.saved.label}
              icon={Bookmark}
              on={place === 'saved'}
              onPress={() => onPlace('saved')}
            />
            <DueReminders />
          </span>
          <PlaceButton
            label={t('places.notified')}
            shortcut={shortcuts.notified.label}
            icon={Bell}
            on={place === 'notified'}
            onPress={() => onPlace('notified')}
          />
          <span className={styles.gap} />
          <PlaceButton
            label={t('places.settings')}
            icon={Settings}
            shortcut={shortcuts.settings.label}
            on={place === 'settings'}
            onPress={() => onPlace('settings')}
          />
        </>
      )}
    </nav>
  );
});

function PlaceButton({
  on,
  word,
  ...rest
}: {
  readonly label: string;
  /** A part of the label that has room below the sign; default: all of it. */
  readonly word?: string;
  readonly icon: typeof Settings;
  readonly shortcut?: string;
  readonly on: boolean;
  readonly onPress: () => void;
}) {
  return (
    <IconButton
      {...rest}
      size="l"
      placement="end"
      on={on}
      className={styles.named}
      // Drawn by the style, where there is room: the label is the name.
      data-word={word ?? rest.label}
      {...(on ? { 'aria-current': 'page' as const } : {})}
    />
  );
}

/** The account that is open: leads to its name, picture, state and the way out. */
function OpenAccount({ account }: { readonly account: AccountRow }) {
  const dispatch = useAppDispatch();
  return <AccountButton account={account} on onPress={() => dispatch(settingsOpened('account'))} />;
}

function AccountButton({
  account,
  on,
  onPress,
}: {
  readonly account: AccountRow;
  readonly on: boolean;
  readonly onPress: () => void;
}) {
  const { t } = useTranslation();
  const isCalling = useIsInCallAs(account.accountId);
  const name =
    account.userId === null
      ? t('places.accountSignedOut')
      : t('places.account', { name: account.label ?? account.userId, userId: account.userId });
  const src = account.avatar === null ? null : `/media/${account.accountId}/${account.avatar}`;
  return (
    <Tooltip label={name} placement="end">
      <AriaButton
        {...(on ? { 'aria-current': 'true' as const } : {})}
        onPress={onPress}
        className={clsx(styles.account, on && styles.on)}
      >
        <Avatar
          id={account.userId ?? account.accountId}
          name={account.label ?? account.userId ?? '?'}
          src={src}
        />
        <span className={styles.words}>{name}</span>
        {!on && <UnreadBadge account={account} className={styles.badge} />}
        {!on && isCalling && (
          <span role="img" aria-label={t('callPlace.running')} className={styles.inCall}>
            <Icon icon={Phone} size={12} />
          </span>
        )}
      </AriaButton>
    </Tooltip>
  );
}

/** Counts what is not in sight: another place is open, or the list is that of a space. */
function Elsewhere({ away, account }: { away: boolean; account: AccountRow | undefined }) {
  const inSpace = useAppSelector(({ navigation }) => navigation.spaceId !== null);
  return (
    <>
      {(away || inSpace) && <UnreadBadge account={account} className={styles.badge} />}
      {away && <CallElsewhere className={styles.calling} />}
    </>
  );
}

function FolderInvites() {
  const { t } = useTranslation();
  const waiting = useValue('treeInvites', {}).value?.waiting ?? 0;
  if (waiting === 0) return null;
  const label = t('places.folderInvites', { count: waiting });
  return <Badge className={styles.badge} kind="count" count={waiting} label={label} />;
}

function DueReminders() {
  const { t } = useTranslation();
  const count = useValue('dueReminders', {}).value?.count ?? 0;
  if (count === 0) return null;
  const label = t('places.remindersDue', { count });
  return <Badge className={styles.badge} kind="count" count={count} label={label} />;
}

function MissedCalls() {
  const { t } = useTranslation();
  const unseen = useValue('missedCalls', {}).value?.unseen ?? 0;
  const inCall = useInCall();
  if (unseen === 0)
    return inCall ? (
      <Badge
        className={clsx(styles.badge, styles.running)}
        kind="dot"
        label={t('callPlace.running')}
      />
    ) : null;
  const label = t('callPlace.unseen', { count: unseen });
  return <Badge className={styles.badge} kind="count" count={unseen} label={label} />;
}
