import type { UnknownAction } from '@reduxjs/toolkit';
import { connectionChanged } from '#app/line/connection';
import {
  atBottomChanged,
  initialNavigation,
  listShown,
  navigation,
  personOpened,
  placeOpened,
  roomClosed,
  roomOpened,
  sectionToggled,
  settingsOpened,
  sidePanelToggled,
  spaceChosen,
} from '#app/places/navigation';
import {
  initialServerData,
  listReceived,
  serverData,
  subscriptionClosed,
  subscriptionFailed,
  subscriptionKey,
  valueReceived,
} from '#app/line/serverData';
import { deletedShown, filesPlace, initialFilesPlace } from '#app/places/filesPlace';
import { createAccountStore } from '#app/store';

const listKey = subscriptionKey('list', 'rooms', { text: '' });
const valueKey = subscriptionKey('value', 'sync', {});
const item = (key: string, text = key) => ({ key, text });
const error = {
  code: 'offline' as const,
  message: '',
  retryable: true,
  retryAfterMs: null,
  data: null,
};

describe('server data', () => {
  test('a list is the one that the line keeps', () => {
    const items = [item('a'), item('b')];
    const one = serverData(initialServerData, listReceived({ key: listKey, items }));
    expect(one.lists[listKey]).toEqual({ items, ready: true, error: null });
    expect(one.lists[listKey]?.items).toBe(items);
    const failed = serverData(one, subscriptionFailed({ key: listKey, error }));
    expect(failed.lists[listKey]).toEqual({ items, ready: true, error });
  });

  test('a failed subscription keeps what was there and says why', () => {
    const filled = serverData(initialServerData, valueReceived({ key: valueKey, value: 1 }));
    const failed = serverData(filled, subscriptionFailed({ key: valueKey, error }));
    expect(failed.values[valueKey]).toEqual({ value: 1, ready: true, error });
    const list = serverData(failed, subscriptionFailed({ key: listKey, error }));
    expect(list.lists[listKey]).toEqual({ items: [], ready: false, error });
    const again = serverData(failed, valueReceived({ key: valueKey, value: 2 }));
    expect(again.values[valueKey]).toEqual({ value: 2, ready: true, error: null });
  });

  test('a closed subscription leaves nothing', () => {
    const filled = serverData(initialServerData, valueReceived({ key: valueKey, value: 1 }));
    const both = serverData(filled, listReceived({ key: listKey, items: [] }));
    const closed = serverData(both, subscriptionClosed({ key: valueKey }));
    expect(serverData(closed, subscriptionClosed({ key: listKey }))).toEqual(initialServerData);
  });

  test('other actions do not touch it', () => {
    expect(serverData(initialServerData, connectionChanged('down'))).toBe(initialServerData);
  });
});

describe('navigation', () => {
  const opened = navigation(initialNavigation, roomOpened('!a:x'));

  test('opening a room shows its content; the back button shows the list and keeps the room', () => {
    expect(opened).toMatchObject({ roomId: '!a:x', place: 'chats', turn: 'content' });
    expect(navigation(opened, listShown())).toMatchObject({ roomId: '!a:x', turn: 'list' });
  });

  test('another room starts without knowing that it is at the bottom', () => {
    const atBottom = navigation(opened, atBottomChanged({ threadId: null, at: true }));
    expect(navigation(atBottom, roomOpened('!a:x')).atBottom).toBe(true);
    expect(navigation(atBottom, roomOpened('!b:x')).atBottom).toBe(false);
  });

  test('closing a room closes its side panel', () => {
    const withPanel = navigation(opened, sidePanelToggled('members'));
    expect(withPanel.sidePanel).toBe('members');
    expect(navigation(withPanel, sidePanelToggled('members')).sidePanel).toBeNull();
    expect(navigation(withPanel, roomClosed())).toMatchObject({ roomId: null, sidePanel: null });
  });

  test('the card of a person is gone with the place that it stood over', () => {
    const person = navigation(opened, personOpened({ roomId: '!a:x', userId: '@p:x' }));
    for (const away of [placeOpened('files'), settingsOpened('about'), roomClosed()])
      expect(navigation(person, away).person).toBeNull();
  });

  test('settings and back keep the open room', () => {
    const settings = navigation(opened, placeOpened('settings'));
    expect(settings).toMatchObject({ place: 'settings', roomId: '!a:x', turn: 'content' });
    expect(navigation(settings, placeOpened('chats'))).toMatchObject({ roomId: '!a:x' });
  });

  test('sections fold and unfold', () => {
    const folded = navigation(initialNavigation, sectionToggled('people'));
    expect(folded.collapsed).toContain('people');
    expect(navigation(folded, sectionToggled('people')).collapsed).not.toContain('people');
  });

  test('a section that is folded in one list is open in the others, and each list is found as it was left', () => {
    const space = '!space:example.org';
    const of = (...actions: UnknownAction[]) => actions.reduce(navigation, initialNavigation);
    const all = [sectionToggled('people'), spaceChosen(space)];
    expect(of(...all).collapsed).toEqual(['low_priority']);
    const inside = [...all, sectionToggled('rooms'), spaceChosen(null)];
    expect(of(...inside).collapsed).toEqual(['low_priority', 'people']);
    expect(of(...inside, spaceChosen(space)).collapsed).toEqual(['low_priority', 'rooms']);
    // The place Chats, pressed once more, leads out of the space.
    expect(of(...all, sectionToggled('rooms'), placeOpened('chats')).collapsed).toContain('people');
  });
});

test('a store holds plain data only', () => {
  const store = createAccountStore();
  store.dispatch(connectionChanged('connected'));
  expect(JSON.parse(JSON.stringify(store.getState()))).toEqual(store.getState());
});

test('whoever leaves the deleted files of a folder does not come back to them', () => {
  const shown = filesPlace(initialFilesPlace, deletedShown(true));
  expect(shown.deleted).toBe(true);
  expect(filesPlace(shown, placeOpened('files')).deleted).toBe(false);
});
