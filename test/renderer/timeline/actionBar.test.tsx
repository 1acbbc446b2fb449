// The action bar of a message stays within the view while the message's upper edge is scrolled away.
import '../jsdom';
import { fireEvent, render, screen } from '@testing-library/react';
import {
  TimelineScopeProvider,
  type TimelineActions,
  type TimelineScope,
} from '../../../renderer/features/timeline/context';
import { createEngagement } from '../../../renderer/features/timeline/engagement';
import { Row } from '../../../renderer/features/timeline/rows/Row';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, message, people } from '../../gallery/fixtures';

const scope: TimelineScope = {
  conversation: { roomId: '!room:example.org', threadId: null },
  roomId: '!room:example.org',
  actions: new Proxy({} as TimelineActions, { get: () => () => undefined }),
  opened: new Set<string>(),
  engagement: createEngagement(),
  heard: { items: () => [], playback: null, leave: null },
  toggleFold: () => undefined,
};

/** jsdom lays nothing out: where an element stands is given here. */
function standsAt(element: Element, of: () => { readonly top: number; readonly height: number }) {
  element.getBoundingClientRect = () => new DOMRect(0, of().top, 600, of().height);
}

test('the bar of a tall message is in view, whatever of the message is scrolled away', async () => {
  const item = message(people.odile, 'A long story', at(9, 48));
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <TimelineScopeProvider value={scope}>
        <div role="log">
          <Row item={item} isLatestOwn={false} isTarget={false} />
        </div>
      </TimelineScopeProvider>
    </AccountWindow>,
  );
  const row = await screen.findByRole('article');
  const view = screen.getByRole('log');
  let top = 300;
  standsAt(view, () => ({ top: 84, height: 600 }));
  standsAt(row, () => ({ top, height: 400 }));
  fireEvent.pointerEnter(row, { pointerType: 'mouse' });
  const bar = await screen.findByRole('toolbar');
  const barAt = (rowTop: number): number => {
    top = rowTop;
    fireEvent.scroll(view);
    return top + Number.parseFloat(bar.style.insetBlockStart);
  };
  // Over its upper edge; just below the edge of the view; at its lower edge, which leaves the view.
  expect([300, 84, -100, -310].map(barAt)).toEqual([284, 88, 88, 74]);
});
