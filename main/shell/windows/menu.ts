// The application menu: the standard roles, so that copy, paste and quit have their shortcuts, and the zoom that is kept. Hidden until Alt elsewhere
// than on macOS.
import type { MenuItemConstructorOptions } from 'electron/main';
import type { Translate } from '../surfaces/texts';

const hidden = { label: '', visible: false, acceleratorWorksWhenHidden: true } as const;

export function menuTemplate(
  t: Translate,
  platform: NodeJS.Platform,
  packaged: boolean,
  zoom: (by: 1 | 0 | -1) => void,
): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
    { label: t('main.menu.zoomReset'), accelerator: 'CommandOrControl+0', click: () => zoom(0) },
    { label: t('main.menu.zoomIn'), accelerator: 'CommandOrControl+Plus', click: () => zoom(1) },
    // The same key without Shift, which `Plus` leaves out.
    { ...hidden, accelerator: 'CommandOrControl+=', click: () => zoom(1) },
    { label: t('main.menu.zoomOut'), accelerator: 'CommandOrControl+-', click: () => zoom(-1) },
    { type: 'separator' },
    { role: 'togglefullscreen' },
  ];
  if (!packaged) view.push({ type: 'separator' }, { role: 'reload' }, { role: 'toggleDevTools' });
  const edit: MenuItemConstructorOptions[] = [
    { role: 'undo' },
    { role: 'redo' },
    { type: 'separator' },
    { role: 'cut' },
    { role: 'copy' },
    { role: 'paste' },
    { role: 'pasteAndMatchStyle' },
    { role: 'selectAll' },
  ];
  const file: MenuItemConstructorOptions[] = [{ role: 'close' }, { role: 'quit' }];
  return [
    ...(platform === 'darwin'
      ? [{ role: 'appMenu' as const }]
      : [{ label: t('main.menu.file'), submenu: file }]),
    { label: t('main.menu.edit'), submenu: edit },
    { label: t('main.menu.view'), submenu: view },
    { label: t('main.menu.window'), role: 'windowMenu' },
  ];
}
