// The content pane of one room: header, timeline, composer, side panel; or what stands there instead.
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { RoomHeader } from '#contract/areas/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import {
  listShown,
  personOpened,
  roomLinked,
  sidePanelClosed,
  sidePanelToggled,
} from '#app/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/Button';
import { CallButtons, CallPlace, GroupBanner } from '../calls';
import { Composer } from '../composer';
import { RoomFilesPanel } from '../files';
import {
  filesButtonId,
  MembersPanel,
  peopleButtonId,
  PersonCard,
  RoomHeaderBar,
} from '../roomHeader';
import { InviteCard, KnockCard, roomTreeId, SpacePage, useRoomActions } from '../rooms';
import { RoomTimeline } from '../timeline';
import { GoneRoom } from './GoneRoom';
import { UnknownRoom } from './UnknownRoom';
import styles from './RoomPane.module.css';

/** Once what holds it is drawn; what had the focus is gone then. */
function focusSoon(id: string): void {
  requestAnimationFrame(() => document.getElementById(id)?.focus());
}

export function RoomPane({ roomId }: { readonly roomId: string }) {
  const dispatch = useAppDispatch();
  const { value: room, error } = useValue('room', { roomId });
  const sidePanel = useAppSelector((state) => state.navigation.sidePanel);
  const person = useAppSelector((state) => state.navigation.person);
  const actions = useRoomActions();
  if (room === undefined) {
    return (
      <main className={styles.main}>
        <AppErrorNote error={error} />
      </main>
    );
  }
  const joined = room.membership === 'join';
  const showMembers = joined && sidePanel === 'members';
  const showFiles = joined && !room.isSpace && sidePanel === 'files';
  const mayInvite = joined && room.permissions.invite;
  return (
    <>
      <CallPlace roomId={roomId} onInvite={mayInvite ? () => actions.invite(room) : null}>
        <main className={styles.main}>
          <RoomHeaderBar
            room={room}
            entries={actions.entriesFor(room)}
            calls={!room.isSpace && <CallButtons room={room} />}
            membersOpen={showMembers}
            onBack={() => {
              dispatch(listShown());
              focusSoon(roomTreeId);
            }}
            filesOpen={showFiles}
            onMembers={() => dispatch(sidePanelToggled('members'))}
            onFiles={() => dispatch(sidePanelToggled('files'))}
          />
          {joined && <GroupBanner roomId={roomId} />}
          <RoomBody room={room} />
        </main>
        {showMembers && (
          <MembersPanel
            room={room}
            onClose={() => {
              dispatch(sidePanelClosed());
              focusSoon(peopleButtonId);
            }}
            onInvite={() => actions.invite(room)}
          />
        )}
        {showFiles && (
          <RoomFilesPanel
            key={room.roomId}
            roomId={room.roomId}
            onClose={() => {
              dispatch(sidePanelClosed());
              focusSoon(filesButtonId);
            }}
          />
        )}
      </CallPlace>
      {person?.roomId === roomId && (
        <PersonCard
          key={person.userId}
          room={room}
          userId={person.userId}
          onClose={() => dispatch(personOpened(null))}
        />
      )}
      {actions.dialogs}
    </>
  );
}

function Moved({ room }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const { replacementRoomId: roomId, replacementVia: via } = room;
  if (roomId === null) return null;
  return (
    <div className={styles.moved}>
      <span>{t('room.upgraded')}</span>
      <Button onPress={() => dispatch(roomLinked({ roomId, via, eventId: null }))}>
        {t('room.openReplacement')}
      </Button>
    </div>
  );
}

function RoomBody({ room }: { readonly room: RoomHeader }) {
  const { roomId } = room;
  const conversation = useMemo(() => ({ roomId, threadId: null }), [roomId]);
  switch (room.membership) {
    case 'join':
      if (room.isSpace) return <SpacePage key={room.roomId} room={room} />;
      return (
        <>
          <RoomTimeline conversation={conversation} />
          <Moved room={room} />
          <Composer conversation={conversation} />
        </>
      );
    case 'invite':
      return <InviteCard room={room} />;
    case 'knock':
      return <KnockCard room={room} />;
    case 'unknown':
      return <UnknownRoom key={room.roomId} roomId={room.roomId} />;
    case 'leave':
    case 'ban':
      return <GoneRoom roomId={room.roomId} />;
    default:
      return room.membership satisfies never;
  }
}
