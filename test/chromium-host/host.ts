// The `electron` module of the main process, made of its parts.
import { app } from './api/app.ts';
import { BrowserWindow } from './api/browserWindow.ts';
import { desktopCapturer } from './api/capture.ts';
import * as desktop from './api/desktop.ts';
import { namespace } from './guard.ts';
import { ipcMain } from './api/ipcMain.ts';
import { Menu, MenuItem, Tray } from './api/menu.ts';
import { nativeImage } from './api/nativeImage.ts';
import { MessageChannelMain } from './ports.ts';
import { safeStorage } from './api/safeStorage.ts';
import { net, protocol } from './browser/scheme.ts';
import { session } from './api/session.ts';
import { nativeTheme } from './api/theme.ts';
import { forkUtility } from './api/utilityProcess.ts';
import { webContents } from './api/webContents.ts';

export const electron = namespace('', {
  app,
  BrowserWindow,
  clipboard: desktop.clipboard,
  desktopCapturer,
  dialog: desktop.dialog,
  globalShortcut: desktop.globalShortcut,
  ipcMain,
  Menu,
  MenuItem,
  MessageChannelMain,
  nativeImage,
  nativeTheme,
  net,
  Notification: desktop.Notification,
  powerMonitor: desktop.powerMonitor,
  powerSaveBlocker: desktop.powerSaveBlocker,
  protocol,
  safeStorage,
  screen: desktop.screen,
  session,
  shell: desktop.shell,
  systemPreferences: desktop.systemPreferences,
  Tray,
  utilityProcess: namespace('utilityProcess', { fork: forkUtility }),
  webContents,
});
