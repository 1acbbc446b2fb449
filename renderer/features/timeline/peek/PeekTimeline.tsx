// The timeline of a room that is only looked into: the rows of any timeline. Of what can be done with a message it has what needs no
// membership: copying, saving and looking at a file. Nothing is marked as read.
import { useCallback, useEffect, useMemo, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { AppErrorNote } from '#app/errors';
import { useList, useValue } from '#app/hooks';
import { useOpenLink } from '#app/places/links';
import { TimelineScopeProvider, type TimelineActions } from '../context';
import { createEngagement } from '../engagement';
import { keyOfEvent } from '../folds';
import { NameOf, OpenLink, OwnUserId } from '../html/Link';
import { usePlayback } from '../media/usePlayback';
import type { AnchoredListHandle } from '../scroll/AnchoredList';
import type { Position } from '../scroll/useAnchor';
import { useAway, useTarget } from '../scroll/usePlaces';
import { endsLive, usePaging } from '../scroll/usePaging';
import { TimelineView } from '../TimelineView';
import { useTimelineViewer } from '../TimelineViewer';
import { useFolds } from '../useFolds';
import { useNames } from '../useNames';
import { useTimelineActions } from '../useTimelineActions';

const none = (): void => undefined;

/** What the reader of a timeline is asked, of which nothing is asked here. */
const unasked = {
  ...{ askRedact: none, askReport: none, askForward: none, askRemind: none },
  ...{ showVersions: none, showReactors: none, showSource: none },
  ...{ askEndPoll: none, askEditPoll: none },
};

/** Of everything that can be done, what leaves the room and this account as they are. */
const reading = (all: TimelineActions): TimelineActions => ({
  ...{ react: none, reply: none, openThread: none, edit: none, redact: none, toComposer: none },
  ...{ endPoll: none, editPoll: none, retry: none, cancel: none, copyLink: none, report: none },
  ...{ forward: none, pin: none, keep: none, remind: none, versions: none, reactors: none },
  ...{ source: none, askDay: none, verify: none, person: none },
  ...{ retryDecryption: none, whyUnreadable: none },
  vote: async () => false,
  ...{ copy: all.copy, save: all.save, view: all.view, jumpTo: all.jumpTo },
});

export function PeekTimeline({ roomId }: { readonly roomId: string }): ReactNode {
  const { t } = useTranslation();
  const { items, ready, error, paginate } = useList('peekTimeline', { roomId });
  const { value: session } = useValue('session', {});
  const list = useRef<AnchoredListHandle>(null);
  const [engagement] = useState(createEngagement);
  const { shown, toggleFold } = useFolds(items, list, null, engagement);
  const latest = useRef({ items, shown });
  latest.current = { items, shown };
  const { page, pageNothing, waiting } = usePaging(paginate);
  const { pill, note } = useAway(items);
  const { targetKey, show } = useTarget(null, list);
  const jumpTo = useCallback(
    (eventId: string): void => {
      const key = keyOfEvent(latest.current.shown, eventId);
      if (key !== null) show(key);
    },
    [show],
  );
  const { view, viewer } = useTimelineViewer(items, { paginate, forward: null, jumpTo });
  const conversation = useMemo(() => ({ roomId, threadId: null }), [roomId]);
  const all = useTimelineActions(
    conversation,
    useMemo(() => ({ ...unasked, jumpTo, view }), [jumpTo, view]),
  );
  const actions = useMemo(() => reading(all), [all]);
  const [opened] = useState(() => new Set<string>());
  const playback = usePlayback(items);
  const scope = useMemo(
    () => ({
      ...{ conversation, roomId, actions, opened, engagement, playback, toggleFold },
      readOnly: true as const,
    }),
    [conversation, roomId, actions, opened, engagement, playback, toggleFold],
  );
  const onPosition = useCallback(
    (position: Position): void => {
      note(latest.current.items, position, endsLive(latest.current.items));
      page(latest.current.shown, position);
    },
    [note, page],
  );
  useEffect(() => {
    if (ready && items.length === 0) pageNothing();
  }, [ready, items, pageNothing]);
  return (
    <TimelineScopeProvider value={scope}>
      <OpenLink value={useOpenLink()}>
        <OwnUserId value={session?.userId ?? null}>
          <NameOf value={useNames(items)}>
            <AppErrorNote error={items.length === 0 ? error : null} />
            {ready && items.length === 0 && <p>{t('explore.peekEmpty')}</p>}
            <TimelineView
              items={shown}
              actions={actions}
              initialKey={null}
              onPosition={onPosition}
              pill={pill === null ? null : { ...pill, onPress: () => list.current?.scrollToEnd() }}
              listRef={list}
              label={t('explore.peekList')}
              targetKey={targetKey}
              waiting={waiting}
            />
            {viewer}
          </NameOf>
        </OwnUserId>
      </OpenLink>
    </TimelineScopeProvider>
  );
}
