// The taskbar's signs of unread messages and of a call.
import { EventEmitter } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createTaskbar } from '../../main/shell/surfaces/taskbar';
import type { TrayLook } from '../../main/shell/surfaces/tray';

class FakeWindow {
  readonly webContents = new EventEmitter();
  readonly did: unknown[] = [];
  gone = false;
  isDestroyed = (): boolean => this.gone;
  setTitle = (title: string): void => void this.did.push(title);
  setOverlayIcon = (icon: unknown, text: string): void => void this.did.push([icon, text]);
}

const inCall: TrayLook = { state: 'call', toolTip: 'Trellis, in a call' };
const idle: TrayLook = { state: 'idle', toolTip: 'Trellis' };

function open(platform: NodeJS.Platform) {
  const windows = [new FakeWindow(), new FakeWindow()];
  const taskbar = createTaskbar({
    icons: '/icons',
    platform,
    windows: () => windows as never,
    createImage: (path) => path as never,
  });
  return { windows, taskbar };
}

test('the title of each window says what the tray says; on Windows there is a dot as well', () => {
  for (const [platform, dots] of [
    ['linux', []],
    ['win32', [[join('/icons', 'dotCall.png'), 'Trellis, in a call']]],
  ] as const) {
    const { windows, taskbar } = open(platform);
    taskbar.show(inCall);
    for (const { did } of windows) expect(did).toEqual(['Trellis, in a call', ...dots]);
  }
  const { windows, taskbar } = open('win32');
  taskbar.show(idle);
  expect(windows[0]?.did).toEqual(['Trellis', [null, '']]);
});

test('a window that is opened later says it too, whatever title its page has', () => {
  const { windows, taskbar } = open('linux');
  const [first, second] = windows as [FakeWindow, FakeWindow];
  taskbar.opened(first as never);
  expect(first.did).toEqual([]);
  second.gone = true;
  taskbar.show(inCall);
  const third = new FakeWindow();
  taskbar.opened(third as never);
  expect([first.did, second.did, third.did]).toEqual([
    ['Trellis, in a call'],
    [],
    ['Trellis, in a call'],
  ]);
  third.webContents.emit('did-finish-load');
  expect(third.did).toEqual(['Trellis, in a call', 'Trellis, in a call']);
});

test('the dots exist', () => {
  for (const name of ['dotUnread', 'dotMention', 'dotCall'])
    for (const suffix of ['', '@2x'])
      expect(
        readFileSync(join(__dirname, '../../build/icons', `${name}${suffix}.png`))
          .subarray(1, 4)
          .toString(),
      ).toBe('PNG');
});
