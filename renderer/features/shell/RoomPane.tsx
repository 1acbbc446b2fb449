// The content pane of one room: header, timeline, composer and side panel; or the page for a room that is unknown or was left.
import { useLayoutEffect, useMemo, useState, type KeyboardEvent } from 'react';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { useRoomAhead } from '#app/places/ahead';
import { composerFieldId } from '#app/composing';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { later } from '#app/later';
import {
  listShown,
  personOpened,
  roomSearchClosed,
  roomSearchOpened,
  sidePanelClosed,
  sidePanelToggled,
} from '#app/places/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { LiveAfterPaint } from '#ui/controls/still';
import { isLetter } from '#ui/focus/keys';
import { CallButtons, CallPlace, GroupBanner } from '../calls';
import { Composer } from '../composer';
import { WithheldKeys } from '../encryption';
import { RoomFilesPanel } from '../files';
import {
  AskingBar,
  filesButtonId,
  MembersPanel,
  peopleButtonId,
  PersonCard,
  RoomHeaderBar,
  RoomIntro,
  threadsButtonId,
} from '../roomHeader';
import { InviteCard, KnockCard, SpacePage, useRoomActions } from '../rooms';
import type { RoomActions } from '../rooms';
import { RoomLiveBar } from '../locations';
import { HitBar, RoomSearchPanel } from '../search';
import { ThreadPanel, ThreadsPanel } from '../threads';
import { PinnedBar, RoomTimeline } from '../timeline';
import { RoomFrame } from './RoomFrame';
import { shortcuts } from './shortcuts';
import type { ToldRoom } from './pages/UnknownRoom';
import styles from './RoomPane.module.css';

const GoneRoom = later(async () => (await import('./pages/GoneRoom')).GoneRoom);
const MovedLine = later(async () => (await import('./pages/Moved')).MovedLine);
const UnknownRoom = later(async () => (await import('./pages/UnknownRoom')).UnknownRoom);

/** Focuses the element after the next render; the element that had the focus is gone by then. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

/**
 * A letter that is typed on a button goes into the composer, so that people can write on after they have closed a panel. The field gets the
 * focus before the browser inserts the letter.
 */
function writeOn(event: KeyboardEvent): void {
  const { target, currentTarget } = event;
  const isButton = target instanceof HTMLButtonElement && currentTarget.contains(target);
  if (isButton && !event.defaultPrevented && isLetter(event))
    document.getElementById(composerFieldId)?.focus();
}

export function RoomPane({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const ahead = useRoomAhead();
  // The subscriptions of the room open before the room itself is known.
  useLayoutEffect(() => ahead(roomId), [ahead, roomId]);
  const { value, error } = useValue('room', { roomId });
  const sidePanel = useAppSelector((state) => state.navigation.sidePanel);
  // A panel that was open before the room was leaves the focus to the message field.
  const [left, setLeft] = useState(sidePanel);
  if (left !== null && left !== sidePanel) setLeft(null);
  const panelAsked = left === null;
  const person = useAppSelector((state) => state.navigation.person);
  const thread = useAppSelector((state) => state.navigation.thread);
  const stepping = useAppSelector(({ navigation: { search, roomSearch } }) =>
    search.stepping ? 'search' : roomSearch.stepping ? 'roomSearch' : null,
  );
  const actions = useRoomActions();
  const linked = useAppSelector((state) => state.navigation.linked);
  const alias = linked?.roomId === roomId ? linked.alias : null;
  const unknown = value?.membership === 'unknown';
  const [told, setTold] = useState<(ToldRoom & { readonly roomId: string }) | null>(null);
  const known = told?.roomId === roomId ? told : null;
  const name = known?.name ?? alias;
  const room = unknown
    ? {
        ...value,
        name: name ?? t('room.unknownName'),
        avatar: known?.avatar ?? value.avatar,
      }
    : value;
  const onTold = (of: ToldRoom) => setTold({ ...of, roomId });
  if (room === undefined) {
    return (
      <main className={styles.main}>
        {error === null ? <RoomFrame roomId={roomId} /> : <AppErrorNote error={error} />}
      </main>
    );
  }
  const joined = room.membership === 'join';
  const showMembers = joined && sidePanel === 'members';
  const withMessages = joined && !room.isSpace;
  const showFiles = withMessages && sidePanel === 'files';
  const showSearch = withMessages && sidePanel === 'search';
  const isOut = room.membership === 'leave' || room.membership === 'ban';
  const threadId =
    (withMessages || isOut) && sidePanel === 'thread' && thread?.roomId === roomId
      ? thread.threadId
      : null;
  const close = (buttonId: string) => () => {
    dispatch(sidePanelClosed());
    focusSoon(buttonId);
  };
  const { directUserId } = room;
  const about = (): void => {
    if (directUserId === null) actions.about(room);
    else dispatch(personOpened({ roomId, userId: directUserId }));
  };
  const mayInvite = joined && room.permissions.invite;
  // Beside a call the thread replaces the chat.
  const threadPanel =
    threadId === null ? null : (
      <ThreadPanel
        key={threadId}
        {...{ roomId, threadId }}
        past={isOut}
        onClose={close(composerFieldId)}
      />
    );
  return (
    <>
      <CallPlace
        roomId={roomId}
        onInvite={mayInvite ? () => actions.invite(room) : null}
        chat={
          withMessages
            ? (threadPanel ?? <RoomBody {...{ room, actions, onTold }} withAsking />)
            : null
        }
      >
        <main className={styles.main} onKeyDown={writeOn}>
          <LiveAfterPaint>
            <RoomHeaderBar
              room={room}
              nameless={unknown && name === null}
              people={unknown ? (known?.people ?? null) : null}
              entries={actions.entriesFor(room)}
              onAbout={joined ? about : null}
              onTopic={() => actions.changeTopic(room)}
              calls={!room.isSpace && <CallButtons room={room} />}
              membersOpen={showMembers}
              onBack={() => dispatch(listShown())}
              filesOpen={showFiles}
              onMembers={() => dispatch(sidePanelToggled('members'))}
              onFiles={() => dispatch(sidePanelToggled('files'))}
              threadsOpen={sidePanel === 'threads' || sidePanel === 'thread'}
              onThreads={() => dispatch(sidePanelToggled('threads'))}
              searchOpen={showSearch}
              onSearch={() => dispatch(showSearch ? roomSearchClosed() : roomSearchOpened(roomId))}
              searchKeys={shortcuts.searchRoom.label}
            />
          </LiveAfterPaint>
          {joined && <GroupBanner roomId={roomId} />}
          {stepping !== null && <HitBar key={stepping} of={stepping} roomId={roomId} />}
          <RoomBody {...{ room, actions, onTold }} withAsking={!showMembers} />
        </main>
        {showMembers && (
          <MembersPanel
            room={room}
            asked={panelAsked}
            onClose={close(peopleButtonId)}
            onInvite={() => actions.invite(room)}
          />
        )}
        {showFiles && (
          <RoomFilesPanel
            key={roomId}
            roomId={roomId}
            asked={panelAsked}
            onClose={close(filesButtonId)}
          />
        )}
        {showSearch && <RoomSearchPanel key={roomId} roomId={roomId} homeId={composerFieldId} />}
        {withMessages && sidePanel === 'threads' && (
          <ThreadsPanel
            key={roomId}
            roomId={roomId}
            asked={panelAsked}
            onClose={close(threadsButtonId)}
          />
        )}
        {threadPanel}
      </CallPlace>
      {person?.roomId === roomId && (
        <PersonCard
          key={person.userId}
          room={room}
          {...person}
          onClose={() => dispatch(personOpened(null))}
        />
      )}
      {actions.dialogs}
    </>
  );
}

interface RoomBodyProps {
  readonly room: RoomHeader;
  readonly actions: RoomActions;
  readonly onTold: (room: ToldRoom) => void;
  /** Those who ask to join stand above the messages, unless the panel beside them has them. */
  readonly withAsking: boolean;
}

function RoomBody({ room, actions, onTold, withAsking }: RoomBodyProps) {
  const { roomId } = room;
  const conversation = useMemo(() => ({ roomId, threadId: null }), [roomId]);
  switch (room.membership) {
    case 'join':
      if (room.isSpace) return <SpacePage key={room.roomId} room={room} />;
      return (
        <>
          {room.leftBehind && <MovedLine line="leftBehind" key={`${roomId} left`} room={room} />}
          {withAsking && room.asking && <AskingBar room={room} />}
          {room.live === true && <RoomLiveBar key={`${roomId} live`} roomId={roomId} />}
          <PinnedBar key={`${roomId} pins`} roomId={roomId} />
          <RoomTimeline
            conversation={conversation}
            intro={
              <>
                <RoomIntro
                  room={room}
                  onInvite={() => actions.invite(room)}
                  onTopic={() => actions.changeTopic(room)}
                />
                {room.predecessorRoomId !== null && <MovedLine line="continued" room={room} />}
              </>
            }
          />
          {room.replacementRoomId !== null && <MovedLine line="moved" room={room} />}
          {room.encrypted && <WithheldKeys key={roomId} roomId={roomId} />}
          <LiveAfterPaint>
            <Composer conversation={conversation} />
          </LiveAfterPaint>
        </>
      );
    case 'invite':
      return <InviteCard room={room} />;
    case 'knock':
      return <KnockCard room={room} />;
    case 'unknown':
      return <UnknownRoom key={room.roomId} roomId={room.roomId} onTold={onTold} />;
    case 'leave':
    case 'ban':
      return <GoneRoom key={roomId} room={room} onForget={() => actions.forget(room)} />;
    default:
      return room.membership satisfies never;
  }
}
