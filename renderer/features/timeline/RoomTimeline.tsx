// The connected timeline of one conversation: takes the items from the engine, keeps the reader's place, and carries out the reader's acts.
import { useCallback, useEffect, useLayoutEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { later } from '#app/later';
import { useTranslation } from '#app/words';
import { newestQuery } from '#contract/firstPicture';
import { AppErrorNote, useErrorNotice } from '#app/errors';
import { useEngineCall, useList, useValue } from '#app/hooks';
import { useOpenLink } from '#app/places/links';
import { atBottomChanged, messageFound, messageShown, threadOpened } from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import type { ConversationId } from '#contract/areas/ids';
import type { Person } from '#contract/areas/rooms/peopleModels';
import type { AppError } from '#contract/wire/errors';
import { conversationKey } from '#app/composing';
import { toldApart } from '#ui/text/toldApart';
import { Announcer } from './Announcer';
import type { AnchoredListHandle } from './scroll/AnchoredList';
import { RoomBeginning, TimelineScopeProvider } from './context';
import { createEngagement } from './engagement';
import { useHeard } from './media/heard';
import { NameOf, OpenLink, OpenPerson, OwnUserId } from './html/Link';
import { keyOfEvent, messagesOf, togetherWith, unreadKey } from './folds';
import type { ShownItem } from './folds';
import { DayQuestion, useMessageDialogs } from './dialogs/useMessageDialogs';
import { RoomPins } from './pins/context';
import { usePins } from './pins/usePins';
import { useUnreadPlace, useVisit, type VisitPlace } from './scroll/useUnreadPlace';
import type { Item } from './rows/Row';
import { SelectPart } from './select/SelectPart';
import { createSelecting, SelectingProvider } from './select/selecting';
import { olderRefused, TimelineView } from './TimelineView';
import { endsLive, usePaging } from './scroll/usePaging';
import { useFolds } from './useFolds';
import { useJumps, type OnJump } from './scroll/useJumps';
import { useAway, useTarget } from './scroll/usePlaces';
import { useReadMarker } from './scroll/useReadMarker';
import { useTimelineActions } from './useTimelineActions';
import { useTimelineViewer } from './useTimelineViewer';
import type { Position } from './scroll/useAnchor';
import styles from './TimelineView.module.css';

const NewBar = later(async () => (await import('./NewBar')).NewBar);

type NameOfPerson = (userId: string) => string | null;

function peopleIn(item: Item): readonly Person[] {
  if (item.kind === 'message') return [item.sender, ...(item.mentions ?? [])];
  // A change of a name tells the name before it.
  if (item.kind !== 'notice' || item.what === 'renamed_self') return [];
  return item.target === null ? [item.actor] : [item.actor, item.target];
}

/** Returns the name, told apart from others of that name, of any person who occurs in the loaded items; another function once a name is new, so that pills are drawn anew. */
function useNames(items: readonly Item[]): NameOfPerson {
  const names = useRef(new Map<string, string>());
  const nameOf = useRef<NameOfPerson>(() => null);
  const now = new Map(items.flatMap(peopleIn).map((person) => [person.userId, toldApart(person)]));
  let isNew = false;
  for (const [userId, name] of now) {
    isNew ||= names.current.get(userId) !== name;
    names.current.set(userId, name);
  }
  if (isNew) nameOf.current = (userId) => names.current.get(userId) ?? null;
  return nameOf.current;
}

interface OpenTimelineProps {
  readonly conversation: ConversationId;
  readonly around: string | null;
  readonly visit: number;
  /** Opens at the first message after this event. */
  readonly unreadAfter: string | null;
  readonly intro: ReactNode;
  /** The reader is no member of the room and only previews it. */
  readonly peek: boolean;
  /** The reader is in the room no more. */
  readonly past: boolean;
  readonly onJump: OnJump;
  /** Goes to an event that may be in another conversation of the room. */
  readonly onSeek: (eventId: string) => Promise<void>;
  readonly visited: VisitPlace;
}

/** Key of the item at which the list opens, or to which it scrolls once that item is loaded. */
function targetOf(
  items: readonly ShownItem[],
  around: string | null,
  unreadAfter: string | null,
): string | null {
  if (around === null) return null;
  const line = unreadAfter === null ? undefined : items.find(({ key }) => key === unreadKey);
  return line?.key ?? keyOfEvent(items, around);
}

interface OwnSendsProps {
  readonly threadId: string | null;
  readonly onSent: () => void;
}

/**
 * Calls `onSent` after each message that is sent from the composer. It is a component of its own, so that the timeline does not render
 * again.
 */
function OwnSends({ threadId, onSent }: OwnSendsProps): null {
  const sends = useAppSelector(({ navigation }) =>
    threadId === null ? navigation.sends : navigation.threadSends,
  );
  const seen = useRef(sends);
  useLayoutEffect(() => {
    if (seen.current === sends) return;
    seen.current = sends;
    onSent();
  });
  return null;
}

/** If an event cannot be reached, shows an error and the newest messages. */
function useMissed(error: AppError | null, onJump: OnJump): void {
  const { t } = useTranslation();
  const tellFailure = useErrorNotice();
  useEffect(() => {
    if (error === null) return;
    tellFailure(error, 'general', t('timeline.notReached'));
    onJump(null);
  }, [error, tellFailure, t, onJump]);
}

/** `left`: the event above which the line of unread messages stood before a jump. */
function queryOf(
  { conversation, around, visit, unreadAfter, peek }: OpenTimelineProps,
  left: string | null,
) {
  const after = unreadAfter ?? left;
  return {
    ...newestQuery(conversation, after),
    around,
    ...(peek && { peek }),
    // The first visit shares a subscription that may still be open; a later visit must not get one that was paged away from the newest
    // message.
    ...(visit > 0 && { visit }),
  };
}

const Loading = ({ children }: { readonly children: ReactNode }) => (
  <>
    <div className={styles.timeline} aria-busy="true" />
    {children}
  </>
);

function OpenTimeline(props: OpenTimelineProps): ReactNode {
  const { conversation, around, visit, unreadAfter, intro, onJump, onSeek, visited } = props;
  const peek = props.peek || props.past;
  const { roomId, threadId } = conversation;
  const { t } = useTranslation();
  const atEnd = threadId === null && around === null;
  const [left] = useState(() => (threadId === null ? visited.left : null));
  const { items, ready, error, paginate } = useList(
    'timeline',
    queryOf(props, left?.count ? left.after : null),
  );
  const { value: session } = useValue('session', {});
  const dispatch = useAppDispatch();
  const list = useRef<AnchoredListHandle>(null);
  const [engagement] = useState(createEngagement);
  const { page, pageNothing, waiting, refused, askAgain } = usePaging(paginate);
  const { shown: folded, toggleFold } = useFolds(items, list, threadId, engagement);
  const shown = useMemo(() => (refused ? [olderRefused, ...folded] : folded), [refused, folded]);
  const latest = useRef({ items, shown });
  latest.current = { items, shown };
  const { asks, dialogs } = useMessageDialogs(
    conversation.roomId,
    useCallback((item) => togetherWith(latest.current.shown, item), []),
  );
  const { markRead, newLine } = useReadMarker(conversation);
  const nameOf = useNames(items);
  const pins = usePins(conversation.roomId);
  const { pill, note } = useAway(items);
  const target = targetOf(shown, around, unreadAfter);
  const { targetKey, show } = useTarget(target, list);
  const unread = useUnreadPlace(roomId, atEnd && (visit === 0 || left !== null), {
    ...visited,
    left,
  });
  const { note: noteUnread, pass: passUnread } = unread;

  const jumpTo = useCallback(
    (eventId: string): void => {
      const key = keyOfEvent(latest.current.shown, eventId);
      if (key === null || !show(key)) void onSeek(eventId);
    },
    [onSeek, show],
  );
  const { view, viewer } = useTimelineViewer(items, {
    paginate,
    forward: peek ? null : asks.askForwardOne,
    saveTo: peek ? null : asks.askSaveTo,
    jumpTo,
  });
  const actions = useTimelineActions(
    conversation,
    useMemo(() => ({ jumpTo, view, ...asks }), [jumpTo, view, asks]),
  );
  const [opened] = useState(() => new Set<string>());
  const heard = useHeard(items);
  const [selecting] = useState(() =>
    createSelecting(() => latest.current.shown.flatMap(messagesOf)),
  );
  const scope = useMemo(
    () => ({ conversation, roomId, actions, opened, engagement, heard, toggleFold, peek }),
    [conversation, roomId, actions, opened, engagement, heard, toggleFold, peek],
  );
  const alone = !items.some(({ kind }) => kind === 'message');
  const beginning = useMemo(() => ({ intro, alone }), [intro, alone]);
  const openLink = useOpenLink(conversation.threadId);

  const onPosition = useCallback(
    (position: Position): void => {
      const { items: all, shown: drawn } = latest.current;
      if (all.length === 0) return;
      const live = endsLive(all);
      dispatch(atBottomChanged({ threadId, at: position.atEnd && live }));
      note(all, position, live);
      page(drawn, position);
      noteUnread(drawn, position);
      if (!peek) markRead(drawn, position.lastVisible);
    },
    [dispatch, threadId, note, noteUnread, page, markRead, peek],
  );
  const { toNewest, toUnread } = useJumps({
    ...{ around, ready, items, latest, list, unread, show, onJump },
  });
  useEffect(() => {
    if (ready && items.length === 0) pageNothing();
  }, [ready, items, pageNothing]);
  useMissed(around === null ? null : error, onJump);

  if (error !== null && items.length === 0)
    return (
      <div className={styles.center}>
        <AppErrorNote error={error} />
      </div>
    );
  const onSent = (): void => {
    // A person who writes has read what is above.
    passUnread();
    toNewest();
  };
  const ownSends = <OwnSends threadId={threadId} onSent={onSent} />;
  if (!ready) return <Loading>{ownSends}</Loading>;
  return (
    <TimelineScopeProvider value={scope}>
      <OpenPerson value={actions.person}>
        <OpenLink value={openLink}>
          <OwnUserId value={session?.userId ?? null}>
            <NameOf value={nameOf}>
              <RoomPins value={pins}>
                <RoomBeginning value={beginning}>
                  <SelectingProvider value={selecting}>
                    <TimelineView
                      items={shown}
                      actions={actions}
                      initialKey={target}
                      stopKey={newLine(shown)}
                      onPosition={onPosition}
                      pill={pill === null ? null : { ...pill, onPress: toNewest }}
                      listRef={list}
                      label={t(threadId === null ? 'timeline.label' : 'threads.timeline')}
                      targetKey={targetKey}
                      waiting={waiting}
                      onAskAgain={askAgain}
                      onEscape={unread.close}
                      below={<SelectPart roomId={conversation.roomId} items={shown} />}
                      top={
                        // A room that was left has no news.
                        !peek &&
                        unread.place !== null && (
                          <NewBar
                            {...unread}
                            roomId={roomId}
                            place={unread.place}
                            onFirst={toUnread}
                            onMention={jumpTo}
                          />
                        )
                      }
                    />
                  </SelectingProvider>
                </RoomBeginning>
              </RoomPins>
              {viewer}
              {dialogs}
            </NameOf>
          </OwnUserId>
          {ownSends}
          <Announcer items={items} />
          <DayQuestion {...conversation} />
        </OpenLink>
      </OpenPerson>
    </TimelineScopeProvider>
  );
}

interface Jump {
  readonly roomId: string;
  /** Null: the newest message. */
  readonly eventId: string | null;
  /** Goes to the first message after the event. */
  readonly unread: boolean;
  /** Grows with each jump, so that the same message can be the target again. */
  readonly at: number;
}

export interface RoomTimelineProps {
  readonly conversation: ConversationId;
  /** The introduction above the first message. */
  readonly intro?: ReactNode;
  /** Previews a room that is not joined: it can only be read. */
  readonly peek?: boolean;
  /** Shows what is on this computer of a room that was left: it can only be read. */
  readonly past?: boolean;
}

export function RoomTimeline({
  conversation,
  intro = null,
  peek = false,
  past = false,
}: RoomTimelineProps): ReactNode {
  const { roomId, threadId } = conversation;
  const dispatch = useAppDispatch();
  const call = useEngineCall();
  const showing = useAppSelector((state) => state.navigation.showing);
  const visited = useVisit(roomId);
  const [jump, setJump] = useState<Jump | null>(null);
  const here = jump?.roomId === roomId ? jump : null;
  const onJump = useCallback(
    (eventId: string | null, unread = false) =>
      setJump((before) => ({ roomId, eventId, unread, at: (before?.at ?? 0) + 1 })),
    [roomId],
  );
  const onSeek = useCallback(
    async (eventId: string): Promise<void> => {
      // A preview shows the messages of all threads in one timeline.
      if (peek) return onJump(eventId);
      const found = await call('findThread', { roomId, eventId });
      // If the engine does not answer, the event is looked for in this conversation.
      const stands = found.ok ? found.output.threadId : threadId;
      if (stands === threadId || eventId === threadId) return onJump(eventId);
      if (stands !== null) dispatch(threadOpened({ roomId, threadId: stands, eventId }));
      else dispatch(messageShown({ roomId, eventId }));
    },
    [call, dispatch, onJump, peek, roomId, threadId],
  );
  useEffect(() => {
    if (showing?.roomId !== roomId || (showing.threadId ?? null) !== threadId) return;
    dispatch(messageFound());
    // `threadId` is set only by callers who know the thread.
    if (threadId !== null) onJump(showing.eventId);
    else void onSeek(showing.eventId);
  }, [showing, roomId, threadId, onJump, onSeek, dispatch]);
  return (
    <OpenTimeline
      key={`${conversationKey(conversation)} ${here?.at ?? 0}`}
      conversation={conversation}
      around={here?.eventId ?? null}
      visit={here?.eventId === null ? here.at : 0}
      unreadAfter={here?.unread === true ? here.eventId : null}
      intro={intro}
      peek={peek}
      past={past}
      onJump={onJump}
      onSeek={onSeek}
      visited={visited}
    />
  );
}
