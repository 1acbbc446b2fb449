// The content pane of one room: header, timeline, composer, side panel; or what stands there instead.
import { Hourglass } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { RoomHeader } from '#contract/areas/roomsModels';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import {
  listShown,
  personOpened,
  roomOpened,
  sidePanelClosed,
  sidePanelToggled,
} from '#app/navigation';
import { useAppDispatch, useAppSelector } from '#app/store';
import { Button } from '#ui/Button';
import { EmptyState } from '#ui/EmptyState';
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

function RoomBody({ room }: { readonly room: RoomHeader }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  switch (room.membership) {
    case 'join':
      if (room.isSpace) return <SpacePage key={room.roomId} room={room} />;
      return (
        <>
          <RoomTimeline roomId={room.roomId} />
          {room.replacementRoomId !== null && (
            <div className={styles.moved}>
              <span>{t('room.upgraded')}</span>
              <Button onPress={() => dispatch(roomOpened(room.replacementRoomId ?? ''))}>
                {t('room.openReplacement')}
              </Button>
            </div>
          )}
          <Composer roomId={room.roomId} />
        </>
      );
    case 'invite':
      return <InviteCard room={room} />;
    case 'knock':
      return <KnockCard room={room} />;
    case 'unknown':
      return (
        <EmptyState icon={Hourglass} title={t('room.unknownTitle')} text={t('room.unknownText')} />
      );
    case 'leave':
    case 'ban':
      return <GoneRoom roomId={room.roomId} />;
    default:
      return room.membership satisfies never;
  }
}
