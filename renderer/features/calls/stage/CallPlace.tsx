// The stage of this room's call in place of the conversation, while it is open.
import type { ReactNode } from 'react';
import { later } from '#app/later';
import { useOpenCall } from '../context';

// Fetched when the window has nothing to do, which is before a call can be there.
const CallStage = later(async () => (await import('./CallStage')).CallStage);

export interface CallPlaceProps {
  readonly roomId: string;
  /** More people into the room; null: one may not. */
  readonly onInvite: (() => void) | null;
  /** What is written in the room, for beside the call; null: nothing. */
  readonly chat: ReactNode;
  readonly children: ReactNode;
}

export function CallPlace({ roomId, onInvite, chat, children }: CallPlaceProps) {
  const call = useOpenCall(roomId);
  return call === null ? children : <CallStage call={call} chat={chat} onInvite={onInvite} />;
}
