// The two call buttons of a direct room's header.
import { Phone, Video } from 'lucide-react';
import { useTranslation } from '#app/words';
import type { RoomHeader } from '#contract/areas/rooms/roomsModels';
import { useValue } from '#app/hooks';
import { IconButton } from '#ui/controls/IconButton';
import { useCallCenter, useCallsState } from '../context';
import { GroupButton } from './GroupButton';
import { NoCall } from './NoCall';

export function CallButtons({ room }: { readonly room: RoomHeader }) {
  const { roomId, directUserId } = room;
  // A call in a room that has moved would reach nobody.
  if (room.membership !== 'join' || room.replacementRoomId !== null) return null;
  return directUserId === null ? (
    <GroupButton roomId={roomId} />
  ) : (
    <DirectButtons roomId={roomId} />
  );
}

export interface DirectButtonsProps {
  readonly roomId: string;
  /** Called after a call began. */
  readonly onPlaced?: () => void;
}

/** The buttons say why no call can be made, if so. */
export function DirectButtons({ roomId, onPlaced }: DirectButtonsProps) {
  const { t } = useTranslation();
  const center = useCallCenter();
  const { calls } = useCallsState();
  const { value: room } = useValue('callRoom', { roomId });
  const { value: header } = useValue('room', { roomId });
  const there = room?.members.some(({ userId, joined }) => joined && userId === room.directUserId);
  if (center === null || room === undefined) return null;
  if (header?.blocked !== undefined) return <NoCall why="blocked" />;
  if (!room.canCall) return <NoCall why="rights" />;
  if (there !== true) return <NoCall why="notHere" />;
  const place = (video: boolean): void => {
    void center.place(roomId, video);
    onPlaced?.();
  };
  const busy = calls.some((call) => call.roomId === roomId && call.state !== 'ended');
  return (
    <>
      <IconButton
        label={t('calls.startVoice')}
        icon={Phone}
        isDisabled={busy}
        onPress={() => place(false)}
      />
      <IconButton
        label={t('calls.startVideo')}
        icon={Video}
        isDisabled={busy}
        onPress={() => place(true)}
      />
    </>
  );
}
