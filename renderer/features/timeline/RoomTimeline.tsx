// The timeline of one conversation, connected: what the engine sends, where the reader is, and what the reader does.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppErrorNote } from '#app/errors';
import { useEngineCall, useList, useValue } from '#app/hooks';
import { useOpenLink } from '#app/links';
import { atBottomChanged, messageFound } from '#app/navigation';
import { newRequestId } from '#app/requestId';
import { useAppDispatch, useAppSelector } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import { conversationKey } from '#app/composing';
import { ConfirmDialog } from '#ui/Dialog';
import { Announcer } from './Announcer';
import type { AnchoredListHandle } from './AnchoredList';
import { TimelineScopeProvider } from './context';
import type { Message } from './context';
import { createEngagement } from './engagement';
import { NameOf, OpenLink, OpenPerson, OwnUserId } from './html/Link';
import { keyOfEvent } from './folds';
import type { Item } from './rows/Row';
import { TimelineView } from './TimelineView';
import { endsLive, usePaging } from './usePaging';
import { useFolds } from './useFolds';
import { useAway, useTarget } from './usePlaces';
import { useReadMarker } from './useReadMarker';
import { useTimelineActions } from './useTimelineActions';
import { useTimelineViewer } from './TimelineViewer';
import type { Position } from './useAnchor';
import styles from './TimelineView.module.css';

const firstItems = 60;

/** The names of everybody who occurs in the loaded part. */
function useNames(items: readonly Item[]): (userId: string) => string | null {
  const names = useRef(new Map<string, string>());
  for (const item of items) {
    if (item.kind === 'message')
      for (const { userId, name } of [item.sender, ...(item.mentions ?? [])])
        names.current.set(userId, name);
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
  readonly conversation: ConversationId;
  readonly around: string | null;
  readonly visit: number;
  readonly onJump: (eventId: string | null) => void;
}

/** Calls after each message that is sent from the composer while the timeline stands. */
function useOwnSends(goToEnd: () => void): void {
  const sends = useAppSelector((state) => state.navigation.sends);
  const seen = useRef(sends);
  useLayoutEffect(() => {
    if (seen.current === sends) return;
    seen.current = sends;
    goToEnd();
  });
}

function OpenTimeline({ conversation, around, visit, onJump }: OpenTimelineProps): ReactNode {
  // The first visit shares what may still be open; a later one must not find what was paged away from the newest message.
  const query = { ...conversation, around, limit: firstItems, ...(visit > 0 && { visit }) };
  const { items, ready, error, paginate } = useList('timeline', query);
  const { value: session } = useValue('session', {});
  const dispatch = useAppDispatch();
  const list = useRef<AnchoredListHandle>(null);
  const { shown, toggleFold } = useFolds(items, list);
  const latest = useRef({ items, shown });
  latest.current = { items, shown };
  const { view, viewer } = useTimelineViewer(items);
  const [redacting, setRedacting] = useState<Message | null>(null);
  const page = usePaging(paginate);
  const markRead = useReadMarker(conversation);
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
    conversation,
    useMemo(() => ({ jumpTo, view, askRedact: setRedacting }), [jumpTo, view]),
  );
  const [opened] = useState(() => new Set<string>());
  const [engagement] = useState(createEngagement);
  const scope = useMemo(
    () => ({ actions, opened, engagement, toggleFold }),
    [actions, opened, engagement, toggleFold],
  );
  const openLink = useOpenLink();

  const onPosition = useCallback(
    (position: Position): void => {
      const { items: all, shown: drawn } = latest.current;
      if (all.length === 0) return;
      const live = endsLive(all);
      dispatch(atBottomChanged(position.atEnd && live));
      note(all, position, live);
      page(drawn, position);
      markRead(drawn, position.lastVisible);
    },
    [dispatch, note, page, markRead],
  );
  const toNewest = (): void =>
    endsLive(latest.current.items) ? list.current?.scrollToEnd() : onJump(null);
  useOwnSends(toNewest);
  // Shared with a visit a moment ago that had paged away from the newest message.
  const stale = useRef(around === null);
  useEffect(() => {
    if (!ready) return;
    if (stale.current && !endsLive(items)) onJump(null);
    stale.current = false;
  }, [ready, items, onJump]);

  if (error !== null && items.length === 0)
    return (
      <div className={styles.center}>
        <AppErrorNote error={error} />
      </div>
    );
  if (!ready) return <div className={styles.timeline} aria-busy="true" />;
  return (
    <TimelineScopeProvider value={scope}>
      <OpenPerson value={actions.person}>
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
          {viewer}
          <DeleteDialog
            roomId={conversation.roomId}
            item={redacting}
            onClose={() => setRedacting(null)}
          />
        </OpenLink>
      </OpenPerson>
    </TimelineScopeProvider>
  );
}

interface Jump {
  readonly roomId: string;
  /** Null for the newest message. */
  readonly eventId: string | null;
  /** Grows, so that the same message can be gone to again. */
  readonly at: number;
}

export function RoomTimeline({
  conversation,
}: {
  readonly conversation: ConversationId;
}): ReactNode {
  const { roomId } = conversation;
  const dispatch = useAppDispatch();
  const showing = useAppSelector((state) => state.navigation.showing);
  const [jump, setJump] = useState<Jump | null>(null);
  const here = jump?.roomId === roomId ? jump : null;
  const onJump = useCallback(
    (eventId: string | null) =>
      setJump((before) => ({ roomId, eventId, at: (before?.at ?? 0) + 1 })),
    [roomId],
  );
  useEffect(() => {
    if (showing?.roomId !== roomId) return;
    onJump(showing.eventId);
    dispatch(messageFound());
  }, [showing, roomId, onJump, dispatch]);
  return (
    <OpenTimeline
      key={`${conversationKey(conversation)} ${here?.at ?? 0}`}
      conversation={conversation}
      around={here?.eventId ?? null}
      visit={here?.eventId === null ? here.at : 0}
      onJump={onJump}
    />
  );
}
