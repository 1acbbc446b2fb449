// The kind of a group call: its participants, its outcome, and the button to join.
import type { ReactNode } from 'react';
import { isolate } from '#ui/text/isolate';
import { GroupLine } from '../../calls';
import type { Notice, NoticeKind } from './kind';
import { stateChange } from './stateChange';

function GroupCallView({ item }: { readonly item: Notice }): ReactNode {
  if (item.groupCall === undefined) return <stateChange.View item={item} />;
  return <GroupLine call={item.groupCall} actor={isolate(item.actor.name)} />;
}

export const groupCall: NoticeKind = { View: GroupCallView };
