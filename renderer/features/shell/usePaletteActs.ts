// What the palette can do besides leading to something: the window's places, settings and accounts.
import {
  Filter,
  Folder,
  Keyboard,
  MessageCircle,
  MessagesSquare,
  Phone,
  Plus,
  Search,
  SquarePen,
  UserRound,
} from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import {
  newChatOpened,
  placeOpened,
  searchOpened,
  settingsOpened,
  shortcutsOpened,
  unreadOnlyToggled,
} from '#app/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { isolate } from '#ui/isolate';
import type { PaletteAct } from '../palette';
import { settingsSections } from '../settings';
import type { FrameProps } from './Frame';
import { shortcuts } from './shortcuts';

export type PaletteActsProps = Pick<
  FrameProps,
  'accounts' | 'active' | 'onAccount' | 'onAddAccount'
>;

export function usePaletteActs({
  accounts,
  active,
  onAccount,
  onAddAccount,
}: PaletteActsProps): readonly PaletteAct[] {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const unreadOnly = useAppSelector((state) => state.navigation.unreadOnly);
  return useMemo(
    () => [
      {
        id: 'newChat',
        label: t('palette.newChat'),
        icon: SquarePen,
        keys: shortcuts.newChat.label,
        run: () => dispatch(newChatOpened(true)),
      },
      {
        id: 'unreadOnly',
        label: t(unreadOnly ? 'palette.allChats' : 'palette.unreadOnly'),
        icon: Filter,
        run: () => {
          dispatch(placeOpened('chats'));
          dispatch(unreadOnlyToggled());
        },
      },
      {
        id: 'chats',
        label: t('palette.goChats'),
        icon: MessageCircle,
        keys: shortcuts.chats.label,
        run: () => dispatch(placeOpened('chats')),
      },
      {
        id: 'files',
        label: t('palette.goFiles'),
        icon: Folder,
        keys: shortcuts.files.label,
        run: () => dispatch(placeOpened('files')),
      },
      {
        id: 'calls',
        label: t('palette.goCalls'),
        icon: Phone,
        keys: shortcuts.calls.label,
        run: () => dispatch(placeOpened('calls')),
      },
      {
        id: 'search',
        label: t('palette.goSearch'),
        icon: Search,
        keys: shortcuts.search.label,
        run: () => dispatch(searchOpened(null)),
      },
      {
        id: 'threads',
        label: t('threads.goUnread'),
        icon: MessagesSquare,
        run: () => dispatch(placeOpened('threads')),
      },
      ...settingsSections.map(({ id, title, icon }) => ({
        id: `settings:${id}`,
        label: t('palette.settingsOf', { section: t(title) }),
        icon,
        run: () => dispatch(settingsOpened(id)),
      })),
      {
        id: 'shortcuts',
        label: t('palette.shortcuts'),
        icon: Keyboard,
        keys: shortcuts.list.label,
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
      { id: 'addAccount', label: t('palette.addAccount'), icon: Plus, run: onAddAccount },
    ],
    [t, dispatch, unreadOnly, accounts, active, onAccount, onAddAccount],
  );
}
