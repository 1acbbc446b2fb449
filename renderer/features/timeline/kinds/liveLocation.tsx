// A live location, as the feature draws it.
import { useContext, type ReactNode } from 'react';
import { isolate } from '#ui/text/isolate';
import { LiveCard } from '../../locations';
import { useTimelineScope } from '../context';
import { OpenLink } from '../html/Link';
import type { Notice, NoticeKind } from './kind';
import { mapUrl } from './mapUrl';
import { stateChange } from './stateChange';

function LiveLocationView({ item }: { readonly item: Notice }): ReactNode {
  const { roomId, actions } = useTimelineScope();
  const open = useContext(OpenLink);
  if (item.live === undefined) return <stateChange.View item={item} />;
  return (
    <LiveCard
      roomId={roomId}
      live={item.live}
      actor={isolate(item.actor.name)}
      text={item.detail ?? ''}
      onOpen={(place) => open(mapUrl(place))}
      onCopy={actions.copy}
    />
  );
}

export const liveLocation: NoticeKind = { View: LiveLocationView };
