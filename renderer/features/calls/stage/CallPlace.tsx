// Shows the stage of this room's call instead of the conversation, while it is open.
import type { ReactNode } from 'react';
import { later } from '#app/later';
import { useOpenCall } from '../context';

// The chunk is loaded while the window is idle, before there can be a call.
const CallStage = later(async () => (await import('./CallStage')).CallStage);

export interface CallPlaceProps {
  readonly roomId: string;
  /** Invites more people to the room; null: the person may not. */
  readonly onInvite: (() => void) | null;
  /** The room's timeline, for the chat beside the call; null: none. */
  readonly chat: ReactNode;
  readonly children: ReactNode;
}

export function CallPlace({ roomId, onInvite, chat, children }: CallPlaceProps) {
  const call = useOpenCall(roomId);
  return call === null ? children : <CallStage call={call} chat={chat} onInvite={onInvite} />;
}
