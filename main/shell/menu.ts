// The application menu: the standard roles, so that copy, paste, zoom and quit have their shortcuts. Hidden until Alt elsewhere
// than on macOS.
import type { MenuItemConstructorOptions } from 'electron/main';
import type { Translate } from './texts';

export function menuTemplate(
  t: Translate,
  platform: NodeJS.Platform,
  packaged: boolean,
): MenuItemConstructorOptions[] {
  const view: MenuItemConstructorOptions[] = [
    { role: 'resetZoom' },
    { role: 'zoomIn' },
    { role: 'zoomOut' },
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
