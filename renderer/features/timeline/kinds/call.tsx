// A call between two: what became of it, and the way to call back.
import type { ReactNode } from 'react';
import { isolate } from '#ui/text/isolate';
import { CallLine } from '../../calls';
import type { Notice, NoticeKind } from './kind';
import { stateChange } from './stateChange';

function CallView({ item }: { readonly item: Notice }): ReactNode {
  if (item.call === undefined) return <stateChange.View item={item} />;
  return <CallLine call={item.call} actor={isolate(item.actor.name)} />;
}

export const call: NoticeKind = { View: CallView };
