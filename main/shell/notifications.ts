// Notices of the operating system: at most one per room, the newest; a click opens the room. Names and
// messages come finished from the engine; the words around them are main's (D13).
import type { Notification, NotificationConstructorOptions } from 'electron/main';
import type { Notify } from './engines';
import type { Translate } from './texts';

type Shown = Pick<Notification, 'show' | 'close' | 'on'>;

export interface NotificationsDeps {
  readonly t: Translate;
  isSupported(): boolean;
  create(options: NotificationConstructorOptions): Shown;
  onClick(accountId: string, roomId: string): void;
  /** Told what was shown; for tests of the running app. */
  onShown?(notice: {
    readonly accountId: string;
    readonly roomId: string;
    readonly title: string;
    readonly body: string;
    click(): void;
  }): void;
}

export interface Notifications {
  show(accountId: string, notice: Notify): void;
  /** `roomId` null closes everything of the account. */
  close(accountId: string, roomId: string | null): void;
}

export function createNotifications(deps: NotificationsDeps): Notifications {
  // Held here: a notification that is garbage collected loses its click.
  const open = new Map<string, { readonly accountId: string; readonly shown: Shown }>();
  const keyOf = (accountId: string, roomId: string): string => `${accountId} ${roomId}`;

  const drop = (key: string): void => {
    const entry = open.get(key);
    open.delete(key);
    entry?.shown.close();
  };

  return {
    show: (accountId, { roomId, title, body: told, silent, kind }) => {
      if (!deps.isSupported()) return;
      const body = kind === 'invite' ? deps.t('main.notice.invite', { name: told }) : told;
      const key = keyOf(accountId, roomId);
      drop(key);
      const shown = deps.create({ title, body, silent });
      open.set(key, { accountId, shown });
      const click = (): void => deps.onClick(accountId, roomId);
      shown.on('click', () => {
        open.delete(key);
        click();
      });
      shown.on('close', () => {
        if (open.get(key)?.shown === shown) open.delete(key);
      });
      shown.show();
      deps.onShown?.({ accountId, roomId, title, body, click });
    },
    close: (accountId, roomId) => {
      if (roomId !== null) {
        drop(keyOf(accountId, roomId));
        return;
      }
      for (const [key, entry] of [...open]) if (entry.accountId === accountId) drop(key);
    },
  };
}
