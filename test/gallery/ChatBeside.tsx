// The chat of an example room, shown beside its call.
import { useMemo } from 'react';
import { Composer } from '../../renderer/features/composer';
import { RoomTimeline } from '../../renderer/features/timeline';
import { roomId } from './fixtures';

export function ChatBeside() {
  const conversation = useMemo(() => ({ roomId: roomId('larkfield'), threadId: null }), []);
  return (
    <>
      <RoomTimeline conversation={conversation} />
      <Composer conversation={conversation} />
    </>
  );
}
