// The stage of this room's call in place of the conversation, while it is open.
import type { ReactNode } from 'react';
import { CallView } from './CallView';
import { useOpenCall } from './context';

export interface CallPlaceProps {
  readonly roomId: string;
  readonly children: ReactNode;
}

export function CallPlace({ roomId, children }: CallPlaceProps) {
  const call = useOpenCall(roomId);
  return call === null ? children : <CallView call={call} />;
}
