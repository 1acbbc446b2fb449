// The stage of this room's call in place of the conversation, while it is open.
import type { ReactNode } from 'react';
import { CallView } from '../direct/CallView';
import { useOpenCall } from '../context';
import { useOpenGroup } from '../mesh/context';
import { GroupView } from '../mesh/GroupView';

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
  const group = useOpenGroup(roomId);
  if (group !== null) return <GroupView call={group} chat={chat} onInvite={onInvite} />;
  return call === null ? children : <CallView call={call} chat={chat} />;
}
