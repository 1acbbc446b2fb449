import { directoryClosed, directoryOpened, treeShown } from '#app/places/filesPlace';
import {
  layoutChanged,
  listShown,
  placeOpened,
  roomClosed,
  roomOpened,
  settingsOpened,
  spaceChosen,
  threadOpened,
} from '#app/places/navigation';
import { createAccountStore } from '#app/store';
import { stepOf } from '#app/places/visiting';
import { visitedAgain, type Step } from '#app/places/visits';

const window = () => {
  const store = createAccountStore();
  const go = (way: Step['way']): boolean => {
    const step = stepOf(store.getState(), way);
    if (step !== null) store.dispatch(visitedAgain(step));
    return step !== null;
  };
  const where = () => {
    const { navigation, files } = store.getState();
    const { place, roomId, sidePanel, thread, settings } = navigation;
    return {
      chats: `${roomId ?? ''}${sidePanel === 'thread' ? ` ${thread?.threadId ?? ''}` : ''}`,
      files: files.directoryId,
      settings: settings.section,
      calls: 'calls',
      search: 'search',
      threads: 'threads',
      saved: 'saved',
      notified: 'notified',
    }[place];
  };
  return { ...store, go, where };
};

test('each place that was left is found again in order, and so is the way forward', () => {
  const { dispatch, go, where } = window();
  dispatch(roomOpened('!a:x'));
  dispatch(threadOpened({ roomId: '!a:x', threadId: '$t' }));
  dispatch(placeOpened('files'));
  dispatch(directoryOpened('!d:x'));
  dispatch(settingsOpened('devices'));
  const back = [];
  while (go('back')) back.push(where());
  expect(back).toEqual(['!d:x', '!a:x $t', '!a:x']);
  const forward = [];
  while (go('forward')) forward.push(where());
  expect(forward).toEqual(['!a:x $t', '!d:x', 'devices']);
});

test('opening something else ends the way forward; nothing changes where there is no way', () => {
  const { dispatch, go, where } = window();
  expect(go('back')).toBe(false);
  dispatch(roomOpened('!a:x'));
  dispatch(roomOpened('!b:x'));
  dispatch(roomOpened('!b:x'));
  go('back');
  dispatch(roomOpened('!c:x'));
  expect(go('forward')).toBe(false);
  go('back');
  expect(where()).toBe('!a:x');
  expect(go('back')).toBe(false);
});

test('no way leads to a room that was left', () => {
  const { dispatch, go, where } = window();
  dispatch(roomOpened('!a:x'));
  dispatch(roomOpened('!b:x'));
  dispatch(roomOpened('!a:x'));
  dispatch(roomClosed());
  go('back');
  expect(where()).toBe('!b:x');
  expect(go('back')).toBe(false);
});

test('going back sets the list to the space that it showed there, and a cleared list is no place of its own', () => {
  const { dispatch, getState, go, where } = window();
  const here = () => `${where()} in ${getState().navigation.spaceId}`;
  dispatch(roomOpened('!a:x'));
  dispatch(roomOpened('!space:x'));
  dispatch(spaceChosen('!space:x'));
  dispatch(roomOpened('!b:x'));
  dispatch(spaceChosen(null));
  dispatch(roomOpened('!c:x'));
  const back = [];
  while (go('back')) back.push(here());
  expect(back).toEqual(['!b:x in null', '!space:x in !space:x', '!a:x in null']);
  go('forward');
  expect(here()).toBe('!space:x in !space:x');
  dispatch(placeOpened('settings'));
  expect(getState().navigation.spaceId).toBe('!space:x');
});

describe('where list and content take turns, a list is visited too', () => {
  const narrow = () => {
    const opened = window();
    opened.dispatch(layoutChanged('turns'));
    const here = () => {
      const { navigation, files } = opened.getState();
      const { place, settings } = navigation;
      const turn = { files: files.turn, settings: settings.turn }[place as 'files' | 'settings'];
      return (turn ?? navigation.turn) === 'list' ? `list of ${place}` : opened.where();
    };
    const all = (way: Step['way']) => {
      const seen = [];
      while (opened.go(way)) seen.push(here());
      return seen;
    };
    return { ...opened, here, all };
  };

  test('from a folder, a chat, a section of the settings back to the list from which it was opened, and forward', () => {
    const { dispatch, all } = narrow();
    dispatch(roomOpened('!a:x'));
    dispatch(placeOpened('files'));
    dispatch(directoryOpened('!d:x'));
    dispatch(directoryOpened('!sub:x'));
    dispatch(placeOpened('settings'));
    dispatch(settingsOpened('devices'));
    const way = [
      'list of chats',
      '!a:x',
      'list of files',
      '!d:x',
      '!sub:x',
      'list of settings',
      'devices',
    ];
    expect(all('back')).toEqual(way.toReversed().slice(1));
    expect(all('forward')).toEqual(way.slice(1));
  });

  test('a folder that was opened from a chat leads back to the chat, whatever was open in Files before', () => {
    const { dispatch, all } = narrow();
    dispatch(placeOpened('files'));
    dispatch(directoryOpened('!before:x'));
    dispatch(treeShown());
    dispatch(roomOpened('!a:x'));
    dispatch(directoryOpened('!d:x'));
    dispatch(placeOpened('files'));
    expect(all('back').slice(0, 2)).toEqual(['!a:x', 'list of files']);
  });

  test('the list over which a chat or a folder went is not visited twice', () => {
    const { dispatch, here, all } = narrow();
    dispatch(placeOpened('files'));
    dispatch(directoryOpened('!d:x'));
    dispatch(directoryClosed());
    expect(here()).toBe('list of files');
    expect(all('back')).toEqual(['list of chats']);
    dispatch(roomOpened('!a:x'));
    dispatch(listShown());
    dispatch(roomClosed());
    expect(all('back')).toEqual([]);
  });

  test('beside its list nothing leads to the list alone', () => {
    const { dispatch, all } = narrow();
    dispatch(roomOpened('!a:x'));
    dispatch(listShown());
    dispatch(layoutChanged('wide'));
    dispatch(roomOpened('!b:x'));
    expect(all('back').slice(0, 1)).toEqual(['!a:x']);
  });
});
