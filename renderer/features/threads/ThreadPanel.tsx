// A thread in the side panel of its room: its root message, its replies, and a composer.
import { List } from 'lucide-react';
import { useMemo, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { conversationKey, nothingComposed } from '#app/composing';
import { useValue } from '#app/hooks';
import { sidePanelOpened } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { IconButton } from '#ui/controls/IconButton';
import { SidePanel } from '#ui/layout/SidePanel';
import { Composer } from '../composer';
import { RoomTimeline } from '../timeline';
import styles from './Threads.module.css';

export interface ThreadPanelProps {
  readonly roomId: string;
  readonly threadId: string;
  /** This account is out of the room: the thread can only be read. */
  readonly past: boolean;
  readonly onClose: () => void;
}

export function ThreadPanel({ roomId, threadId, past, onClose }: ThreadPanelProps): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const conversation = useMemo(() => ({ roomId, threadId }), [roomId, threadId]);
  const { value: room } = useValue('room', { roomId });
  // Escape ends an answer or an edit before it closes the panel.
  const { reply, edit } = useAppSelector(
    (state) => state.composing[conversationKey(conversation)] ?? nothingComposed,
  );
  return (
    <SidePanel
      title={t('threads.one')}
      about={room?.name}
      closeLabel={t('threads.closeThread')}
      className={styles.panel}
      busy={reply !== null || edit !== null}
      menu={
        past ? null : (
          <IconButton
            label={t('threads.toList')}
            icon={List}
            onPress={() => dispatch(sidePanelOpened('threads'))}
          />
        )
      }
      onClose={onClose}
    >
      <div className={styles.thread} data-drop-pane>
        <RoomTimeline conversation={conversation} past={past} />
        {!past && <Composer conversation={conversation} />}
      </div>
    </SidePanel>
  );
}
