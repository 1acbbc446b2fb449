// The timeline of one room, connected: what the engine sends, where the reader is, and what the reader does.
import { useCallback, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '../../app/context';
import { AppErrorNote } from '../../app/errors';
import { useEngineCall, useList } from '../../app/hooks';
import { atBottomChanged } from '../../app/navigation';
import { newRequestId } from '../../app/requestId';
import { useAppDispatch } from '../../app/store';
import { ConfirmDialog } from '../../ui/Dialog';
import type { AnchoredListHandle } from './AnchoredList';
import { TimelineScopeProvider } from './context';
import type { Media, Message } from './context';
import { OpenLink } from './html/Link';
import { Lightbox } from './Lightbox';
import type { Item } from './rows/Row';
import { TimelineView } from './TimelineView';
import { usePaging } from './usePaging';
import { useReadMarker } from './useReadMarker';
import { useTimelineActions } from './useTimelineActions';
import type { Position } from './useAnchor';
import styles from './TimelineView.module.css';

const firstItems = 60;

const keyOfEvent = (items: readonly Item[], eventId: string): string | null =>
  items.find((item) => 'eventId' in item && item.eventId === eventId)?.key ?? null;

/** Messages of others that came after the reader left the end. */
function countNew(items: readonly Item[], leftAtKey: string | null): number {
  if (leftAtKey === null) return 0;
  const from = items.findIndex(({ key }) => key === leftAtKey);
  if (from === -1) return 0;
  return items.slice(from + 1).filter((item) => item.kind === 'message' && !item.mine).length;
}

interface OpenTimelineProps {
  readonly roomId: string;
  readonly around: string | null;
  readonly onJump: (eventId: string | null) => void;
}

function OpenTimeline({ roomId, around, onJump }: OpenTimelineProps): ReactNode {
  const { items, ready, error, paginate } = useList('timeline', {
    roomId,
    around,
    limit: firstItems,
  });
  const { t } = useTranslation();
  const call = useEngineCall();
  const shell = useShell();
  const dispatch = useAppDispatch();
  const list = useRef<AnchoredListHandle>(null);
  const latest = useRef(items);
  latest.current = items;
  const [picture, setPicture] = useState<Media | null>(null);
  const [redacting, setRedacting] = useState<Message | null>(null);
  /** Key of the newest item when the reader left the end; null at the end. */
  const [leftAt, setLeftAt] = useState<string | null>(null);
  const page = usePaging(paginate, around !== null);
  const markRead = useReadMarker(roomId);

  const jumpTo = useCallback(
    (eventId: string): void => {
      const key = keyOfEvent(latest.current, eventId);
      if (key === null || list.current?.scrollToKey(key) !== true) onJump(eventId);
    },
    [onJump],
  );
  const places = useMemo(
    () => ({ jumpTo, openPicture: setPicture, askRedact: setRedacting }),
    [jumpTo],
  );
  const actions = useTimelineActions(roomId, places);
  const scope = useMemo(() => ({ actions }), [actions]);
  const openLink = useCallback((url: string) => void shell.call('openExternal', { url }), [shell]);

  const onPosition = useCallback(
    (position: Position): void => {
      const all = latest.current;
      if (all.length === 0) return;
      const atNewest = position.atEnd && around === null;
      dispatch(atBottomChanged(atNewest));
      setLeftAt((old) => (atNewest ? null : (old ?? all[all.length - 1]?.key ?? null)));
      page(position);
      markRead(all, position.lastVisible);
    },
    [around, dispatch, page, markRead],
  );

  const toNewest = (): void => {
    if (around !== null) onJump(null);
    else list.current?.scrollToEnd();
  };
  const redact = (): void => {
    if (redacting?.eventId != null)
      void call('redact', {
        requestId: newRequestId(),
        roomId,
        eventId: redacting.eventId,
        reason: null,
      });
    setRedacting(null);
  };
  if (error !== null && items.length === 0)
    return (
      <div className={styles.center}>
        <AppErrorNote error={error} />
      </div>
    );
  if (!ready) return <div className={styles.timeline} aria-busy="true" />;
  const away = leftAt !== null || around !== null;
  return (
    <TimelineScopeProvider value={scope}>
      <OpenLink.Provider value={openLink}>
        <TimelineView
          items={items}
          actions={actions}
          initialKey={around === null ? null : keyOfEvent(items, around)}
          onPosition={onPosition}
          pill={away ? { count: countNew(items, leftAt), onPress: toNewest } : null}
          listRef={list}
        />
        <Lightbox media={picture} onClose={() => setPicture(null)} onSave={actions.save} />
        <ConfirmDialog
          title={t('timeline.redactTitle')}
          isOpen={redacting !== null}
          onClose={() => setRedacting(null)}
          confirmLabel={t('timeline.redactConfirm')}
          cancelLabel={t('timeline.action.cancel')}
          onConfirm={redact}
          danger
        >
          {t('timeline.redactQuestion')}
        </ConfirmDialog>
      </OpenLink.Provider>
    </TimelineScopeProvider>
  );
}

export function RoomTimeline({ roomId }: { readonly roomId: string }): ReactNode {
  const [jump, setJump] = useState<{ roomId: string; eventId: string } | null>(null);
  const around = jump?.roomId === roomId ? jump.eventId : null;
  const onJump = useCallback(
    (eventId: string | null) => setJump(eventId === null ? null : { roomId, eventId }),
    [roomId],
  );
  return (
    <OpenTimeline
      key={`${roomId} ${around ?? ''}`}
      roomId={roomId}
      around={around}
      onJump={onJump}
    />
  );
}
