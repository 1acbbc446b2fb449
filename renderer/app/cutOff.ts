// A dialog of a chat that goes away with the right to write there: a notice says that nothing was sent, and has the words that were typed.
import { useCallback, useEffect, useRef } from 'react';
import { useStore } from 'react-redux';
import words from '#contract/locales/cutOff.en.json';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { copyText } from '#ui/text/copyText';
import { isolate } from '#ui/text/isolate';
import { useToasts } from '#ui/overlays/Toasts';
import { addWords } from './i18n';
import { subscriptionKey } from './line/serverData';
import type { AccountState } from './store';
import { useTranslation } from './words';

addWords(words);

type Cut = keyof typeof words.cutOff;

/** Call it when the dialog goes away unasked. It says nothing where one can still write: the person went to another chat then. */
export function useTellCut(roomId: string): (what: Cut, typed?: string) => void {
  const { t } = useTranslation();
  const toasts = useToasts();
  const store = useStore<AccountState>();
  return useCallback(
    (what, typed = '') => {
      const { values } = store.getState().server;
      const key = subscriptionKey('value', 'room', { roomId });
      const room = values[key]?.value as RoomHeader | undefined;
      if (room === undefined) return;
      const { membership, permissions, replacementRoomId } = room;
      if (membership === 'join' && permissions.send && replacementRoomId === null) return;
      toasts.show({
        text: t(`cutOff.${what}`, { room: isolate(room.name) }),
        tone: 'danger',
        ...(typed !== '' && {
          stays: true,
          action: { label: t('app.copy'), onPress: () => void copyText(typed) },
        }),
      });
    },
    [roomId, store, t, toasts],
  );
}

/** `onCut` is called when the component goes away while `isOpen`, unless the answer was called before. */
export function useCut(isOpen: boolean, onCut: () => void): () => void {
  const latest = useRef({ isOpen, onCut });
  useEffect(() => void (latest.current = { isOpen, onCut }));
  const ended = useRef(false);
  useEffect(
    () => () => {
      if (latest.current.isOpen && !ended.current) latest.current.onCut();
    },
    [],
  );
  return useCallback(() => void (ended.current = true), []);
}
