// The frame of a signed-in account: rail, list, content. In narrow windows list and content are shown in turn.
import { useCallback, useMemo, useState, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { shallowEqual } from 'react-redux';
import type { AccountRow } from '#contract/shell';
import { useValue } from '#app/hooks';
import { later } from '#app/later';
import { goTo } from '#app/places/goTo';
import {
  newChatOpened,
  placeOpened,
  roomOpened,
  settingsOpened,
  shortcutsOpened,
  unlockOpened,
  type Place,
} from '#app/places/navigation';
import { useAppDispatch, useAppSelector, type AccountState } from '#app/store';
import { BackupPage, UnlockDialog, type BackupPageProps } from '../encryption';
import { CallsPlace } from '../calls';
import { FilesPlace } from '../files';
import { GuestBar, SignInAgainDialog } from '../login';
import { NewChatDialog, RoomListPane } from '../rooms';
import { SavedPlace } from '../kept';
import { NotificationsPlace } from '../notified';
import { ThreadsPlace } from '../threads';
import { focusSearch, SearchPlace } from '../search';
import { LeftSound } from '../listening';
import { SettingsPlace } from '../settings';
import { OwnLive } from '../locations';
import { StatusLine, type OwnAction } from '../status';
import { CrashGuard } from './pages/CrashGuard';
import { FrameEffects } from './effects/FrameEffects';
import { useFirstPicture } from './effects/useFirstPicture';
import { useListWidth } from './effects/useListWidth';
import { Rail } from './Rail';
import { shortcuts } from './shortcuts';
import { useLayout } from './effects/useLayout';
import { Welcome } from './pages/Welcome';
import styles from './Frame.module.css';

const RoomPane = later(
  async () => (await import(/* webpackChunkName: "room" */ './RoomPane')).RoomPane,
  { soon: true },
);
/** The handle appears only once the pointer is over it. */
const ListResizer = later(async () => (await import('./ListResizer')).ListResizer);
const WindowPalette = later(async () => (await import('./WindowPalette')).WindowPalette);
const PersonElsewhere = later(async () => (await import('./PersonElsewhere')).PersonElsewhere);
const ShortcutsDialog = later(async () => (await import('./ShortcutsDialog')).ShortcutsDialog);

export interface FrameProps {
  readonly accounts: readonly AccountRow[];
  readonly active: string;
  readonly onAccount: (accountId: string) => void;
  readonly onAddAccount: () => void;
  readonly onSignedOut: () => void;
}

/** Renders nothing until the remembered place is known. */
export function Frame(props: FrameProps) {
  const [known, setKnown] = useState(false);
  const onKnown = useCallback(() => setKnown(true), []);
  useFirstPicture(known);
  return (
    <>
      <FrameEffects active={props.active} known={known} onKnown={onKnown} />
      {known && <Panes {...props} />}
    </>
  );
}

/** The parts of the slice that the frame reads; the others change with each step of a scroll wheel. */
const openOf = ({ navigation }: AccountState) => {
  const { place, roomId, turn, person, newChatOpen, shortcutsOpen, paletteOpen, unlockOpen } =
    navigation;
  const isHere = place === 'chats' && person?.roomId === roomId;
  const elsewhere = isHere ? null : person;
  return { place, roomId, turn, elsewhere, newChatOpen, shortcutsOpen, paletteOpen, unlockOpen };
};

function useOnPlace(): (place: Place) => void {
  const dispatch = useAppDispatch();
  return useCallback(
    (next) => {
      dispatch(goTo(next));
      // The place is open already: the search field gets the focus with its text.
      if (next === 'search') focusSearch();
    },
    [dispatch],
  );
}

const isAlone = (place: string): place is keyof typeof alone => place in alone;

function Panes({ accounts, active, onAccount, onAddAccount, onSignedOut }: FrameProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { place, roomId, turn, elsewhere, newChatOpen, shortcutsOpen, paletteOpen, unlockOpen } =
    useAppSelector(openOf, shallowEqual);
  const { value: session } = useValue('session', {});
  const [signingIn, setSigningIn] = useState(false);
  const [backup, setBackup] = useState<BackupPageProps['how'] | null>(null);
  const { width, setWidth, keepWidth } = useListWidth();
  const narrow = useLayout(width) === 'turns';
  const filesTurn = useAppSelector((state) => state.files.turn);
  const callChosen = useAppSelector((state) => state.navigation.calls.chosen) !== null;
  const settingsTurn = useAppSelector((state) => state.navigation.settings.turn);
  const turns = {
    chats: turn,
    files: filesTurn,
    calls: callChosen ? 'content' : 'list',
    search: 'content',
    threads: 'content',
    saved: 'content',
    notified: 'content',
    settings: settingsTurn,
  } as const;
  const shownTurn = turns[place];
  const listShown = !(narrow && shownTurn === 'content');
  const onStatusAction = useCallback(
    (action: OwnAction) => {
      if (action === 'signIn') setSigningIn(true);
      else if (action === 'unlock' || action === 'confirm') dispatch(unlockOpened(true));
      else setBackup(action === 'setUpAnew' ? 'reset' : 'setUp');
    },
    [dispatch],
  );
  // Memoised, so that opening a room does not render rail and list again.
  const status = useMemo(
    () => listShown && <StatusLine onAction={onStatusAction} />,
    [listShown, onStatusAction],
  );
  const onPlace = useOnPlace();
  if (backup !== null) return <BackupPage how={backup} onDone={() => setBackup(null)} />;

  const toLogs = () => dispatch(settingsOpened('about'));
  const pane = (label: string, children: ReactNode) => (
    <section
      className={styles.list}
      aria-label={label}
      {...(narrow && listShown ? { role: 'main' } : {})}
    >
      {children}
      <ListResizer width={width} onChange={setWidth} onEnd={keepWidth} />
    </section>
  );
  return (
    <div className={styles.frame}>
      {!listShown && <StatusLine onAction={onStatusAction} />}
      <OwnLive />
      <LeftSound />
      {session?.guest === true && <GuestBar {...{ session, onAddAccount }} />}
      <div
        className={styles.panes}
        data-turn={shownTurn}
        style={{ '--list-width': `${width}px` } as React.CSSProperties}
      >
        <div className={styles.rail}>
          <Rail
            accounts={accounts}
            active={active}
            place={place}
            onAccount={onAccount}
            onAddAccount={onAddAccount}
            onPlace={onPlace}
          />
        </div>
        {place === 'files' ? (
          <CrashGuard key="files" onLogs={toLogs}>
            <FilesPlace
              narrow={narrow}
              status={status}
              pane={(children) => pane(t('files.title'), children)}
              content={(children) => <div className={styles.content}>{children}</div>}
            />
          </CrashGuard>
        ) : place === 'calls' ? (
          <CrashGuard key="calls" onLogs={toLogs}>
            <CallsPlace
              status={status}
              pane={(children) => pane(t('callPlace.title'), children)}
              content={(children) => <div className={styles.content}>{children}</div>}
            />
          </CrashGuard>
        ) : isAlone(place) ? (
          <Alone key={place} Screen={alone[place]} status={status} onLogs={toLogs} />
        ) : place === 'settings' ? (
          <CrashGuard key="settings">
            <SettingsPlace
              narrow={narrow}
              status={status}
              pane={(children) => pane(t('settings.title'), children)}
              content={(children) => <div className={styles.content}>{children}</div>}
              onUnlock={() => dispatch(unlockOpened(true))}
              onSetUpBackup={() => setBackup('setUp')}
              onResetEncryption={() => setBackup('reset')}
              onSignedOut={onSignedOut}
            />
          </CrashGuard>
        ) : (
          <>
            {pane(
              t('rooms.title'),
              <RoomListPane
                status={status}
                newChatShortcut={shortcuts.newChat.label}
                filterShortcut={shortcuts.filter.label}
              />,
            )}
            <div className={styles.content}>
              {roomId === null ? (
                <Welcome />
              ) : (
                <CrashGuard key={roomId} onLogs={toLogs}>
                  <RoomPane roomId={roomId} />
                </CrashGuard>
              )}
            </div>
          </>
        )}
      </div>
      {newChatOpen && (
        <NewChatDialog
          onClose={() => dispatch(newChatOpened(false))}
          onOpened={(opened) => {
            dispatch(newChatOpened(false));
            dispatch(roomOpened(opened));
          }}
        />
      )}
      {unlockOpen && (
        <UnlockDialog
          isOpen
          onClose={() => dispatch(unlockOpened(false))}
          onNoKey={() => setBackup('reset')}
        />
      )}
      {shortcutsOpen && <ShortcutsDialog onClose={() => dispatch(shortcutsOpened(false))} />}
      {paletteOpen && <WindowPalette {...{ accounts, active, onAccount, onAddAccount }} />}
      {elsewhere !== null && <PersonElsewhere at={elsewhere} />}
      {signingIn && <SignInAgainDialog isOpen onClose={() => setSigningIn(false)} />}
    </div>
  );
}

const alone = {
  search: SearchPlace,
  threads: ThreadsPlace,
  saved: SavedPlace,
  notified: NotificationsPlace,
};

interface AloneProps {
  readonly Screen: typeof SearchPlace;
  readonly status: ReactNode;
  readonly onLogs: () => void;
}

/** A place without a list. */
function Alone({ Screen, status, onLogs }: AloneProps) {
  const dispatch = useAppDispatch();
  return (
    <CrashGuard onLogs={onLogs}>
      <div className={styles.content}>
        <Screen status={status} onBack={() => dispatch(placeOpened('chats'))} />
      </div>
    </CrashGuard>
  );
}
