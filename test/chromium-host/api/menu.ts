// Menu, MenuItem and Tray: the objects are kept, nothing is drawn. Tests click items by id.
import { app } from './app.ts';
import { Guarded, preventable } from '../guard.ts';
import { note, record } from '../record.ts';
import { runtime } from '../runtime.ts';

export interface ItemOptions {
  id?: string;
  label?: string;
  sublabel?: string;
  role?: string;
  type?: string;
  accelerator?: string;
  enabled?: boolean;
  visible?: boolean;
  checked?: boolean;
  icon?: unknown;
  toolTip?: string;
  registerAccelerator?: boolean;
  acceleratorWorksWhenHidden?: boolean;
  submenu?: Menu | readonly ItemOptions[];
  click?: (item: MenuItem, window: unknown, event: object) => void;
}

let lastCommand = 0;

/** Runs the roles that have an effect here; the others are kept as labels. */
function runRole(role: string): void {
  const window = [...runtime.windows].find((each) => each.isFocused()) ?? [...runtime.windows][0];
  switch (role.toLowerCase()) {
    case 'quit':
      return app.quit();
    case 'close':
      return window?.close();
    case 'minimize':
      return window?.minimize();
    case 'togglefullscreen':
      return window?.setFullScreen(!window.isFullScreen());
    case 'reload':
      return window?.reload();
    case 'resetzoom':
      return window?.webContents.setZoomLevel(0);
    case 'zoomin':
      return window?.webContents.setZoomLevel(window.webContents.getZoomLevel() + 0.5);
    case 'zoomout':
      return window?.webContents.setZoomLevel(window.webContents.getZoomLevel() - 0.5);
    default:
      note('menu.role', role);
  }
}

export class MenuItem extends Guarded {
  readonly id: string;
  readonly role: string;
  readonly type: string;
  readonly accelerator: string;
  readonly commandId = ++lastCommand;
  readonly submenu: Menu | null;
  label: string;
  sublabel: string;
  toolTip: string;
  icon: unknown;
  enabled: boolean;
  visible: boolean;
  checked: boolean;
  registerAccelerator: boolean;
  acceleratorWorksWhenHidden: boolean;
  menu: Menu | null = null;
  readonly click: () => void;

  constructor(options: ItemOptions) {
    super();
    const { submenu } = options;
    this.id = options.id ?? '';
    this.role = options.role ?? '';
    this.submenu = submenu
      ? submenu instanceof Menu
        ? submenu
        : Menu.buildFromTemplate(submenu)
      : null;
    this.type = options.type ?? (submenu ? 'submenu' : 'normal');
    this.accelerator = options.accelerator ?? '';
    this.label = options.label ?? options.role ?? '';
    this.sublabel = options.sublabel ?? '';
    this.toolTip = options.toolTip ?? '';
    this.icon = options.icon ?? null;
    this.enabled = options.enabled ?? true;
    this.visible = options.visible ?? true;
    this.checked = options.checked ?? false;
    this.registerAccelerator = options.registerAccelerator ?? true;
    this.acceleratorWorksWhenHidden = options.acceleratorWorksWhenHidden ?? true;
    this.click = () => {
      if (!this.enabled) return;
      if (this.type === 'checkbox') this.checked = !this.checked;
      const window = [...runtime.windows].find((each) => each.isFocused());
      if (this.role) runRole(this.role);
      else options.click?.(this, window, preventable({}));
    };
  }
}

export class Menu extends Guarded {
  static #application: Menu | null = null;
  readonly items: MenuItem[] = [];

  static buildFromTemplate(template: readonly (ItemOptions | MenuItem)[]): Menu {
    const menu = new Menu();
    for (const item of template) menu.append(item instanceof MenuItem ? item : new MenuItem(item));
    return menu;
  }
  static setApplicationMenu(menu: Menu | null): void {
    Menu.#application = menu;
  }
  static getApplicationMenu(): Menu | null {
    return Menu.#application;
  }
  append(item: MenuItem): void {
    this.insert(this.items.length, item);
  }
  insert(at: number, item: MenuItem): void {
    item.menu = this;
    this.items.splice(at, 0, item);
  }
  getMenuItemById(id: string): MenuItem | null {
    for (const item of this.items) {
      const found = item.id === id ? item : item.submenu?.getMenuItemById(id);
      if (found) return found;
    }
    return null;
  }
  popup(options: { callback?: () => void } = {}): void {
    const labels = this.items.map((item) => item.label);
    note('menu.popup', labels);
    record.popups.push(this);
    this.emit('menu-will-show', preventable({}));
    options.callback?.();
  }
  closePopup(): void {
    this.emit('menu-will-close', preventable({}));
  }
}

/** Kept in `chromiumHost.trays`, with what was set last. */
export class Tray extends Guarded {
  hostImage: unknown;
  hostMenu: Menu | null = null;
  hostToolTip = '';
  #title = '';
  #destroyed = false;

  constructor(image: unknown) {
    super();
    this.hostImage = image;
    record.trays.push(this);
  }
  setImage(image: unknown): void {
    this.hostImage = image;
  }
  setPressedImage(): void {
    // macOS
  }
  setToolTip(text: string): void {
    this.hostToolTip = text;
  }
  setTitle(title: string): void {
    this.#title = title;
  }
  getTitle(): string {
    return this.#title;
  }
  setContextMenu(menu: Menu | null): void {
    this.hostMenu = menu;
  }
  popUpContextMenu(menu: Menu | null = this.hostMenu): void {
    menu?.popup();
  }
  closeContextMenu(): void {
    this.hostMenu?.closePopup();
  }
  displayBalloon(options: unknown): void {
    note('tray.displayBalloon', options);
  }
  removeBalloon(): void {
    // Windows
  }
  focus(): void {
    // Windows
  }
  setIgnoreDoubleClickEvents(): void {
    // macOS
  }
  getBounds(): { x: number; y: number; width: number; height: number } {
    return { x: 0, y: 0, width: 0, height: 0 };
  }
  destroy(): void {
    this.#destroyed = true;
  }
  isDestroyed(): boolean {
    return this.#destroyed;
  }
}
