// The search of one chat, beside it: it begins empty, and a message found is shown in the chat while the panel stays. Where the panel lies
// over the chat it makes room for the message.
import { useCallback, useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import words from '#contract/locales/roomSearch.en.json';
import type { FoundMessage } from '#contract/areas/messages/search';
import { addWords } from '#app/i18n';
import {
  hitOpened,
  messageShown,
  roomSearchChanged,
  roomSearchClosed,
  sidePanelClosed,
} from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { liesOverContent, SidePanel } from '#ui/layout/SidePanel';
import { roomSearchFieldId } from './field';
import { SearchBody } from './SearchBody';
import styles from './Search.module.css';

addWords(words);

export interface RoomSearchPanelProps {
  readonly roomId: string;
  /** Has the focus once the panel is closed, where what had it before is gone. */
  readonly homeId: string;
}

/** Returns the focus to the element that had it before the panel was drawn. */
function useFocusBefore(homeId: string): () => void {
  const [before] = useState(() => document.activeElement);
  return useCallback(() => {
    const isThere = before instanceof HTMLElement && before.isConnected;
    if (isThere && before !== document.body) before.focus();
    else document.getElementById(homeId)?.focus();
  }, [before, homeId]);
}

export function RoomSearchPanel({ roomId, homeId }: RoomSearchPanelProps) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const state = useAppSelector(({ navigation }) => navigation.roomSearch);
  const body = useRef<HTMLDivElement>(null);
  const giveFocusBack = useFocusBefore(homeId);
  const open = ({ key, eventId }: FoundMessage, listed: boolean): void => {
    if (listed) {
      dispatch(hitOpened({ of: 'roomSearch', key, roomId, eventId }));
    } else {
      dispatch(roomSearchChanged({ opened: key, stepping: false }));
      dispatch(messageShown({ roomId, eventId }));
    }
    if (body.current === null || !liesOverContent(body.current)) return;
    dispatch(sidePanelClosed());
    requestAnimationFrame(() => document.getElementById(homeId)?.focus());
  };
  return (
    <SidePanel
      title={t('roomSearch.title')}
      closeLabel={t('roomSearch.close')}
      onClose={() => {
        dispatch(roomSearchClosed());
        requestAnimationFrame(giveFocusBack);
      }}
    >
      <div ref={body} className={styles.inPanel}>
        <SearchBody
          state={state}
          oneRoom={roomId}
          fieldId={roomSearchFieldId}
          fieldLabel={t('roomSearch.title')}
          start={{ title: t('roomSearch.startTitle'), text: t('roomSearch.startText') }}
          onChange={(change) => dispatch(roomSearchChanged(change))}
          onOpen={open}
        />
      </div>
    </SidePanel>
  );
}
