// A live location in the timeline is a person's message: it has its name for screen readers, its place among the keys, and a menu.
import '../jsdom';
import { fireEvent, render, screen } from '@testing-library/react';
import type { NoticeItem } from '#contract/areas/messages/noticeModels';
import {
  TimelineScopeProvider,
  type TimelineActions,
} from '../../../renderer/features/timeline/context';
import { createEngagement } from '../../../renderer/features/timeline/engagement';
import { Row } from '../../../renderer/features/timeline/rows/Row';
import { AccountWindow } from '../../gallery/fakes/fakeApp';
import { createFakeEngine, exampleWorld } from '../../gallery/fakes/fakeEngine';
import { at, people } from '../../gallery/fixtures';

const item: NoticeItem = {
  ...{ kind: 'notice', key: 'live', eventId: '$live', what: 'live_location', target: null },
  ...{ actor: people.odile, detail: 'On my way', sentAtMs: at(10, 2) },
  live: {
    ...{ eventId: '$live', mine: false, stopped: true, unreadable: 0, startMs: 1, endMs: 2 },
    position: null,
  },
};

const actions = { copyLink: jest.fn(), source: jest.fn(), person: jest.fn() };
beforeEach(() => jest.clearAllMocks());

async function show(peek: boolean): Promise<HTMLElement> {
  const scope = {
    ...{ conversation: { roomId: '!room:example.org', threadId: null }, peek },
    ...{ roomId: '!room:example.org', actions: actions as unknown as TimelineActions },
    ...{ opened: new Set<string>(), engagement: createEngagement() },
    ...{ heard: { items: () => [], playback: null, leave: null }, toggleFold: () => undefined },
  };
  render(
    <AccountWindow engine={createFakeEngine(exampleWorld())}>
      <TimelineScopeProvider value={scope}>
        <Row item={item} />
      </TimelineScopeProvider>
    </AccountWindow>,
  );
  return screen.findByRole('article', { name: /^Message from Odile.*, 10:02/ });
}

test('it is an article from its sender, described by the card, with a link to it and its source in the menu', async () => {
  const row = await show(false);
  const described = document.getElementById(row.getAttribute('aria-describedby') ?? '');
  await screen.findByText('On my way');
  expect(described?.textContent).toContain('shared a live location. It has ended');
  expect(row.dataset['message']).toBe('live');
  fireEvent.focus(row);
  const more = screen.getByRole('button', { name: 'More' });
  for (const [entry, act, given] of [
    ['Copy link', actions.copyLink, { eventId: '$live' }],
    ['View source', actions.source, { eventId: '$live' }],
    ['About', actions.person, people.odile.userId],
  ] as const) {
    fireEvent.click(more);
    fireEvent.click(await screen.findByRole('menuitem', { name: new RegExp(entry) }));
    expect(act).toHaveBeenCalledWith(given);
  }
  fireEvent.contextMenu(row);
  expect(await screen.findByRole('menuitem', { name: /Copy link/ })).toBeTruthy();
});

test('where a room is only looked at it offers nothing', async () => {
  const row = await show(true);
  fireEvent.focus(row);
  fireEvent.contextMenu(row);
  expect(screen.queryByRole('toolbar')).toBeNull();
  expect(screen.queryByRole('menu')).toBeNull();
});
