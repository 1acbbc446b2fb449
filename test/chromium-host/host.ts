// The `electron` module of the main process, made of its parts.
import { app } from './app.ts';
import { BrowserWindow } from './browserWindow.ts';
import { desktopCapturer } from './capture.ts';
import * as desktop from './desktop.ts';
import { namespace } from './guard.ts';
import { ipcMain } from './ipcMain.ts';
import { Menu, MenuItem, Tray } from './menu.ts';
import { nativeImage } from './nativeImage.ts';
import { MessageChannelMain } from './ports.ts';
import { safeStorage } from './safeStorage.ts';
import { net, protocol } from './scheme.ts';
import { session } from './session.ts';
import { nativeTheme } from './theme.ts';
import { forkUtility } from './utilityProcess.ts';
import { webContents } from './webContents.ts';

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
