// The stage of this room's call in place of the conversation, while it is open.
import type { ReactNode } from 'react';
import { CallView } from './CallView';
import { useOpenCall } from './context';
import { useOpenGroup } from './group/context';
import { GroupView } from './group/GroupView';

export interface CallPlaceProps {
  readonly roomId: string;
  readonly children: ReactNode;
}

export function CallPlace({ roomId, children }: CallPlaceProps) {
  const call = useOpenCall(roomId);
  const group = useOpenGroup(roomId);
  if (group !== null) return <GroupView call={group} />;
  return call === null ? children : <CallView call={call} />;
}
