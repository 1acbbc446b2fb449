// The timeline of one room, connected: what the engine sends, where the reader is, and what the reader does.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { useShell } from '#app/context';
import { AppErrorNote } from '#app/errors';
import { useEngineCall, useList, useValue } from '#app/hooks';
import { atBottomChanged, messageFound } from '#app/navigation';
import { newRequestId } from '#app/requestId';
import { useAppDispatch, useAppSelector } from '#app/store';
import { ConfirmDialog } from '#ui/Dialog';
import { Announcer } from './Announcer';
import type { AnchoredListHandle } from './AnchoredList';
import { TimelineScopeProvider } from './context';
import type { Media, Message } from './context';
import { createEngagement } from './engagement';
import { NameOf, OpenLink, OwnUserId } from './html/Link';
import { keyOfEvent } from './folds';
import { Lightbox } from './Lightbox';
import type { Item } from './rows/Row';
import { TimelineView } from './TimelineView';
import { usePaging } from './usePaging';
import { useFolds } from './useFolds';
import { useAway, useTarget } from './usePlaces';
import { useReadMarker } from './useReadMarker';
import { useTimelineActions } from './useTimelineActions';
import type { Position } from './useAnchor';
import styles from './TimelineView.module.css';

const firstItems = 60;

/** The names of everybody who occurs in the loaded part. */
function useNames(items: readonly Item[]): (userId: string) => string | null {
  const names = useRef(new Map<string, string>());
  for (const item of items) {
    if (item.kind === 'message') names.current.set(item.sender.userId, item.sender.name);
    if (item.kind === 'notice') {
      const { actor, target } = item;
      names.current.set(actor.userId, actor.name);
      if (target !== null) names.current.set(target.userId, target.name);
    }
  }
  return useCallback((userId) => names.current.get(userId) ?? null, []);
}

interface DeleteDialogProps {
  readonly roomId: string;
  readonly item: Message | null;
  readonly onClose: () => void;
}

function DeleteDialog({ roomId, item, onClose }: DeleteDialogProps): ReactNode {
  const { t } = useTranslation();
  const call = useEngineCall();
  const redact = (): void => {
    const eventId = item?.eventId ?? null;
    if (eventId !== null)
      void call('redact', { requestId: newRequestId(), roomId, eventId, reason: null });
    onClose();
  };
  return (
    <ConfirmDialog
      title={t('timeline.redactTitle')}
      isOpen={item !== null}
      onClose={onClose}
      confirmLabel={t('timeline.redactConfirm')}
      cancelLabel={t('timeline.action.cancel')}
      onConfirm={redact}
      danger
    >
      {t('timeline.redactQuestion')}
    </ConfirmDialog>
  );
}

interface OpenTimelineProps {
  readonly roomId: string;
  readonly around: string | null;
  readonly onJump: (eventId: string | null) => void;
}

function OpenTimeline({ roomId, around, onJump }: OpenTimelineProps): ReactNode {
  const query = { roomId, around, limit: firstItems };
  const { items, ready, error, paginate } = useList('timeline', query);
  const { value: session } = useValue('session', {});
  const shell = useShell();
  const dispatch = useAppDispatch();
  const list = useRef<AnchoredListHandle>(null);
  const { shown, toggleFold } = useFolds(items, list);
  const latest = useRef({ items, shown });
  latest.current = { items, shown };
  const [picture, setPicture] = useState<Media | null>(null);
  const [redacting, setRedacting] = useState<Message | null>(null);
  /** False while the list was opened around an event and ends before the newest one. */
  const live = useRef(around === null);
  const page = usePaging(paginate, around !== null, () => {
    live.current = true;
  });
  const markRead = useReadMarker(roomId);
  const nameOf = useNames(items);
  const { pill, note } = useAway(items);
  const { targetKey, show } = useTarget(shown, around, list);

  const jumpTo = useCallback(
    (eventId: string): void => {
      const key = keyOfEvent(latest.current.shown, eventId);
      if (key === null || !show(key)) onJump(eventId);
    },
    [onJump, show],
  );
  const actions = useTimelineActions(
    roomId,
    useMemo(() => ({ jumpTo, openPicture: setPicture, askRedact: setRedacting }), [jumpTo]),
  );
  const [opened] = useState(() => new Set<string>());
  const [engagement] = useState(createEngagement);
  const scope = useMemo(
    () => ({ actions, opened, engagement, toggleFold }),
    [actions, opened, engagement, toggleFold],
  );
  const openLink = useCallback((url: string) => void shell.call('openExternal', { url }), [shell]);

  const onPosition = useCallback(
    (position: Position): void => {
      const { items: all, shown: drawn } = latest.current;
      if (all.length === 0) return;
      dispatch(atBottomChanged(position.atEnd && live.current));
      note(all, position, live.current);
      page(drawn, position);
      markRead(drawn, position.lastVisible);
    },
    [dispatch, note, page, markRead],
  );
  const toNewest = (): void => (live.current ? list.current?.scrollToEnd() : onJump(null));

  if (error !== null && items.length === 0)
    return (
      <div className={styles.center}>
        <AppErrorNote error={error} />
      </div>
    );
  if (!ready) return <div className={styles.timeline} aria-busy="true" />;
  return (
    <TimelineScopeProvider value={scope}>
      <OpenLink value={openLink}>
        <OwnUserId value={session?.userId ?? null}>
          <NameOf value={nameOf}>
            <TimelineView
              items={shown}
              actions={actions}
              initialKey={around === null ? null : keyOfEvent(shown, around)}
              onPosition={onPosition}
              pill={pill === null ? null : { ...pill, onPress: toNewest }}
              listRef={list}
              targetKey={targetKey}
            />
          </NameOf>
        </OwnUserId>
        <Announcer items={items} />
        <Lightbox media={picture} onClose={() => setPicture(null)} onSave={actions.save} />
        <DeleteDialog roomId={roomId} item={redacting} onClose={() => setRedacting(null)} />
      </OpenLink>
    </TimelineScopeProvider>
  );
}

interface Jump {
  readonly roomId: string;
  readonly eventId: string;
  /** Grows, so that the same message can be gone to again. */
  readonly at: number;
}

export function RoomTimeline({ roomId }: { readonly roomId: string }): ReactNode {
  const dispatch = useAppDispatch();
  const showing = useAppSelector((state) => state.navigation.showing);
  const [jump, setJump] = useState<Jump | null>(null);
  const here = jump?.roomId === roomId ? jump : null;
  const onJump = useCallback(
    (eventId: string | null) =>
      setJump((before) =>
        eventId === null ? null : { roomId, eventId, at: (before?.at ?? 0) + 1 },
      ),
    [roomId],
  );
  useEffect(() => {
    if (showing?.roomId !== roomId) return;
    onJump(showing.eventId);
    dispatch(messageFound());
  }, [showing, roomId, onJump, dispatch]);
  return (
    <OpenTimeline
      key={`${roomId} ${here?.eventId ?? ''} ${here?.at ?? ''}`}
      roomId={roomId}
      around={here?.eventId ?? null}
      onJump={onJump}
    />
  );
}
