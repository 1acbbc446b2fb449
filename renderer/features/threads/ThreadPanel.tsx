// A thread in the side panel of its room: its root message, its replies, and a composer.
import { Ellipsis, Link2, List, MessageSquareText } from 'lucide-react';
import { useMemo, useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { conversationKey, nothingComposed } from '#app/composing';
import { useValue } from '#app/hooks';
import { messageShown, sidePanelOpened } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton } from '#ui/overlays/Menu';
import { liesOverContent, SidePanel } from '#ui/layout/SidePanel';
import { Composer } from '../composer';
import { RoomTimeline, useCopyLink } from '../timeline';
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
        <>
          {!past && (
            <IconButton
              label={t('threads.toList')}
              icon={List}
              onPress={() => dispatch(sidePanelOpened('threads'))}
            />
          )}
          <ThreadMenu {...{ roomId, threadId, onClose }} />
        </>
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

/** The acts on the thread itself; those on its messages are in their menus. */
function ThreadMenu({ roomId, threadId, onClose }: Omit<ThreadPanelProps, 'past'>): ReactNode {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const copyLink = useCopyLink(roomId);
  const place = useRef<HTMLSpanElement>(null);
  const show = (): void => {
    // In a narrow window the panel covers the message that is to be seen.
    if (place.current !== null && liesOverContent(place.current)) onClose();
    dispatch(messageShown({ roomId, eventId: threadId }));
  };
  return (
    <span ref={place}>
      <MenuButton
        label={t('threads.menu')}
        entries={[
          { id: 'show', label: t('threads.inChat'), icon: MessageSquareText, onAction: show },
          {
            id: 'copyLink',
            label: t('threads.copyLink'),
            icon: Link2,
            onAction: () => void copyLink(threadId),
          },
        ]}
      >
        <IconButton label={t('threads.menu')} icon={Ellipsis} />
      </MenuButton>
    </span>
  );
}
