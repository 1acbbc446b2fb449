// The acts of the palette that are not about a room: new chats, places, settings and accounts.
import {
  Bell,
  Bookmark,
  Filter,
  Folder,
  Hash,
  Globe,
  Keyboard,
  Layers,
  Link2,
  LogOut,
  MessageCircle,
  MessagesSquare,
  Monitor,
  Moon,
  Phone,
  Plus,
  Search,
  SquarePen,
  Sun,
  UserRound,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import { useMemo } from 'react';
import { useTranslation } from '#app/words';
import {
  newChatOpened,
  placeOpened,
  searchOpened,
  settingsLineOpened,
  settingsOpened,
  shortcutsOpened,
  unreadOnlyToggled,
  type NewChatKind,
  type Place,
} from '#app/places/navigation';
import { useShell } from '#app/context';
import { goTo } from '#app/places/goTo';
import { resultOf } from '#app/result';
import { useAppDispatch, useAppSelector } from '#app/store';
import { isolate } from '#ui/text/isolate';
import type { PaletteAct } from '../palette';
import { settingsSections } from '../settings';
import type { FrameProps } from './Frame';
import { shortcuts } from './shortcuts';

export type PaletteActsProps = Pick<
  FrameProps,
  'accounts' | 'active' | 'onAccount' | 'onAddAccount'
>;

/** Acts that start a new chat. */
function chatActs(t: TFunction, dispatch: ReturnType<typeof useAppDispatch>): PaletteAct[] {
  const open = (kind: NewChatKind) => (): unknown => dispatch(newChatOpened(kind));
  return [
    {
      id: 'newChat',
      label: t('palette.newChat'),
      also: t('palette.newChatAlso'),
      icon: SquarePen,
      keys: shortcuts.newChat.label,
      offered: true,
      run: () => dispatch(newChatOpened(true)),
    },
    {
      id: 'publicRooms',
      label: t('palette.publicRooms'),
      also: t('palette.publicRoomsAlso'),
      icon: Globe,
      offered: true,
      run: open('explore'),
    },
    {
      id: 'newRoom',
      label: t('palette.newRoom'),
      also: t('palette.newRoomAlso'),
      icon: Hash,
      run: open('room'),
    },
    {
      id: 'newSpace',
      label: t('palette.newSpace'),
      also: t('palette.newSpaceAlso'),
      icon: Layers,
      run: open('space'),
    },
    {
      id: 'joinAddress',
      label: t('palette.joinAddress'),
      also: t('palette.joinAddressAlso'),
      icon: Link2,
      run: open('join'),
    },
  ];
}

/** Acts that open the places of the window. */
function placeActs(t: TFunction, dispatch: ReturnType<typeof useAppDispatch>): PaletteAct[] {
  const go = (place: Place) => (): unknown => dispatch(goTo(place));
  return [
    {
      id: 'chats',
      label: t('palette.goChats'),
      icon: MessageCircle,
      keys: shortcuts.chats.label,
      run: go('chats'),
    },
    {
      id: 'files',
      label: t('palette.goFiles'),
      icon: Folder,
      keys: shortcuts.files.label,
      run: go('files'),
    },
    {
      id: 'calls',
      label: t('palette.goCalls'),
      icon: Phone,
      keys: shortcuts.calls.label,
      run: go('calls'),
    },
    {
      id: 'search',
      label: t('palette.goSearch'),
      icon: Search,
      keys: shortcuts.search.label,
      run: () => dispatch(searchOpened(null)),
    },
    { id: 'saved', label: t('palette.goSaved'), icon: Bookmark, run: go('saved') },
    { id: 'notified', label: t('palette.goNotified'), icon: Bell, run: go('notified') },
    { id: 'threads', label: t('threads.goUnread'), icon: MessagesSquare, run: go('threads') },
  ];
}

const themes = [
  { theme: 'system', words: 'settings.themeSystem', icon: Monitor },
  { theme: 'light', words: 'settings.themeLight', icon: Sun },
  { theme: 'dark', words: 'settings.themeDark', icon: Moon },
] as const;

export function usePaletteActs({
  accounts,
  active,
  onAccount,
  onAddAccount,
}: PaletteActsProps): readonly PaletteAct[] {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const shell = useShell();
  const unreadOnly = useAppSelector((state) => state.navigation.unreadOnly);
  return useMemo(
    () => [
      ...chatActs(t, dispatch),
      {
        id: 'unreadOnly',
        label: t(unreadOnly ? 'palette.allChats' : 'palette.unreadOnly'),
        icon: Filter,
        run: () => {
          dispatch(placeOpened('chats'));
          dispatch(unreadOnlyToggled());
        },
      },
      ...placeActs(t, dispatch),
      ...themes.map(({ theme, words, icon }) => ({
        id: `theme:${theme}`,
        label: t('palette.theme', { theme: t(words) }),
        icon,
        run: () => void resultOf(shell.call('setTheme', { theme })),
      })),
      ...settingsSections.map(({ id, title, icon }) => ({
        id: `settings:${id}`,
        label: t('palette.settingsOf', { section: t(title) }),
        icon,
        offered: id === 'account',
        run: () => dispatch(settingsOpened(id)),
      })),
      {
        id: 'shortcuts',
        label: t('palette.shortcuts'),
        icon: Keyboard,
        keys: shortcuts.list.label,
        offered: true,
        run: () => dispatch(shortcutsOpened(true)),
      },
      ...accounts
        .filter(({ accountId, signedIn }) => accountId !== active && signedIn)
        .map(({ accountId, label, userId }) => ({
          id: `account:${accountId}`,
          label: t('palette.switchTo', { name: isolate(label ?? userId ?? '') }),
          icon: UserRound,
          run: () => onAccount(accountId),
        })),
      {
        id: 'signOut',
        label: t('palette.signOut'),
        also: t('palette.signOutAlso'),
        icon: LogOut,
        // The settings page says what is lost by signing out.
        run: () => dispatch(settingsLineOpened({ section: 'account', line: 'signOut' })),
      },
      { id: 'addAccount', label: t('palette.addAccount'), icon: Plus, run: onAddAccount },
    ],
    [t, dispatch, shell, unreadOnly, accounts, active, onAccount, onAddAccount],
  );
}
