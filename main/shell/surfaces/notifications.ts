// Notifications of the operating system: at most one per room, the newest, one for each reminder and one for the transfers of an account; a
// click opens its subject. A message can be replied to and marked as read in it, where the system has that. Names and messages come
// finished from the engine; the words around them are main's (D13).
import type { OpenRequest } from '../engines/requests';
import type { Notification, NotificationConstructorOptions } from 'electron/main';
import type { Notice, OfNotice, TransfersDone } from '#contract/control';
import type { ShownNotice } from '../testHook';
import type { Translate } from './texts';

type Shown = Pick<Notification, 'show' | 'close' | 'on'>;
type Picture = Exclude<NotificationConstructorOptions['icon'], string | undefined>;

export interface NotificationsDeps {
  readonly t: Translate;
  isSupported(): boolean;
  /** Linux reads the text as markup (a message must not bring links and pictures into it), and has no field for a reply. */
  readonly platform: 'linux' | 'darwin' | 'win32';
  /** Each resolves once the engine has stored it. */
  acts(): {
    answerNotice(accountId: string, told: OfNotice, text: string): Promise<void>;
    readNotice(accountId: string, told: OfNotice): Promise<void>;
  };
  create(options: NotificationConstructorOptions): Shown;
  /** A small picture by its handle; null where there is none. */
  picture(accountId: string, handle: string): Promise<Picture | null>;
  /** `roomId` null: the transfers; empty: the account itself. */
  onClick(accountId: string, roomId: string | null, thread: OpenRequest['thread']): void;
  /** Called with each shown notification; for tests of the running app. */
  onShown?(notice: ShownNotice): void;
}

export interface Notifications {
  /** `key`: the name for `close`; default: its room. */
  show(accountId: string, notice: Notice, key?: string): void;
  /** To be called at the end of the queue; shows nothing when no transfer was done. */
  showTransfers(accountId: string, done: TransfersDone): void;
  /** The app is about to end while transfers run. */
  showPaused(): void;
  /** Shows one to try it. Resolves with the system's answer; `silent`: none came for a while. */
  test(silent: boolean): Promise<'shown' | 'unsupported' | 'failed' | 'silent'>;
  /** `key` null closes everything of the account. */
  close(accountId: string, key: string | null): void;
}

/** Some systems never report whether a notification was shown. */
const answerMs = 3_000;
/** A notification does not wait longer for its picture; the next one has it. */
const pictureMs = 600;

const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' };

const withoutMarkup = (text: string): string =>
  text.replace(/[&<>]/g, (letter) => entities[letter] ?? letter);

/** Null also when the picture does not come in time. */
const pictureInTime = (coming: Promise<Picture | null>): Promise<Picture | null> =>
  new Promise((resolve) => {
    const timer = setTimeout(() => resolve(null), pictureMs);
    const done = (image: Picture | null): void => {
      clearTimeout(timer);
      resolve(image === null || image.isEmpty() ? null : image);
    };
    // Without the picture the notification says the same.
    coming.then(done, () => done(null));
  });

export function createNotifications(deps: NotificationsDeps): Notifications {
  // Held here: a notification that is garbage collected loses its click.
  let tried: Shown | null = null;
  const open = new Map<string, { readonly accountId: string; readonly shown: Shown }>();
  const keyOf = (accountId: string, key: string | null): string => `${accountId} ${key}`;

  /** Notifications that wait for their picture; a new one of the same key, or its end, replaces them. */
  const awaited = new Map<string, object>();

  const drop = (key: string): void => {
    awaited.delete(key);
    const entry = open.get(key);
    open.delete(key);
    entry?.shown.close();
  };

  const present = (
    accountId: string,
    roomId: string | null,
    options: NotificationConstructorOptions & { readonly title: string; readonly body: string },
    thread: OpenRequest['thread'] = null,
    of: string | null = roomId,
    about: OfNotice | null = null,
  ): void => {
    if (!deps.isSupported()) return;
    const key = keyOf(accountId, of);
    drop(key);
    const isMarkup = deps.platform === 'linux';
    const shown = deps.create(
      isMarkup ? { ...options, body: withoutMarkup(options.body) } : options,
    );
    open.set(key, { accountId, shown });
    const click = (): void => deps.onClick(accountId, roomId, thread);
    shown.on('click', () => {
      open.delete(key);
      click();
    });
    /** Carries out a button's act; after a failure it opens the room, where the user can do it. */
    const act = (work: (told: OfNotice) => Promise<void>): void => {
      if (about === null || open.get(key)?.shown !== shown) return;
      drop(key);
      work(about).catch(click);
    };
    const answer = (said: string): void => {
      const text = said.trim();
      if (text !== '') act((told) => deps.acts().answerNotice(accountId, told, text));
    };
    const read = (): void => act((told) => deps.acts().readNotice(accountId, told));
    shown.on('reply', ({ reply }) => answer(reply));
    // There is only one action.
    shown.on('action', read);
    shown.on('close', () => {
      if (open.get(key)?.shown === shown) open.delete(key);
    });
    shown.show();
    const { title, body } = options;
    deps.onShown?.({ accountId, roomId, title, body, click, answer, read });
  };

  const actsOf = ({ canReply = false }: Notice): NotificationConstructorOptions => ({
    actions: [{ type: 'button', text: deps.t('main.notice.markRead') }],
    ...(canReply &&
      deps.platform !== 'linux' && {
        hasReply: true,
        replyPlaceholder: deps.t('main.notice.reply'),
      }),
  });

  return {
    show: (accountId, notice, key) => {
      const { roomId, eventId, threadId = null, body: told, silent, kind } = notice;
      const { trust = 'ok', picture = null, others = 0 } = notice;
      const place = keyOf(accountId, key ?? roomId);
      if (notice.replaces === true && !open.has(place) && !awaited.has(place)) return;
      if (kind === 'sign_in') {
        const [unnamed, named] = ['main.notice.signInUnnamed', 'main.notice.signInBody'] as const;
        const body = deps.t(told === '' ? unnamed : named, { device: told });
        present(accountId, '', { title: deps.t('main.notice.signIn'), body, silent }, null, key);
        return;
      }
      const reminds = kind === 'reminder';
      const title = reminds
        ? deps.t('main.notice.reminder', { title: notice.title })
        : notice.title;
      const said =
        kind === 'invite'
          ? deps.t('main.notice.invite', { name: told })
          : kind === 'knock'
            ? deps.t(others === 0 ? 'main.notice.knock' : 'main.notice.knocks', {
                name: told,
                count: others,
              })
            : kind === 'missed_call' || kind === 'not_sent'
              ? deps.t(`main.notice.${kind === 'not_sent' ? 'notSent' : 'missedCall'}`)
              : kind === 'hidden_message'
                ? deps.t(told === '' ? 'main.notice.hidden' : 'main.notice.hiddenFrom', {
                    name: told,
                  })
                : reminds && told === ''
                  ? deps.t('main.notice.reminderHidden')
                  : told;
      const body = trust === 'ok' ? said : deps.t(`main.notice.doubt.${trust}`, { body: said });
      const thread = threadId === null && !reminds ? null : { threadId, eventId };
      const isMessage = kind === 'message' || kind === 'hidden_message';
      const acts = isMessage ? actsOf(notice) : {};
      const about = isMessage ? { roomId, threadId, eventId } : null;
      const show = (icon: Picture | null): void => {
        const options = { title, body, silent, ...acts, ...(icon === null ? {} : { icon }) };
        present(accountId, roomId, options, thread, key, about);
      };
      awaited.delete(place);
      if (picture === null) return show(null);
      const turn = {};
      awaited.set(place, turn);
      void pictureInTime(deps.picture(accountId, picture)).then((icon) => {
        if (awaited.get(place) === turn) show(icon);
      });
    },
    showTransfers: (accountId, done) => {
      const sentences = (['uploaded', 'downloaded', 'failed'] as const)
        .filter((what) => done[what] > 0)
        .map((what) => deps.t(`main.notice.${what}`, { count: done[what] }));
      const [title, ...rest] = sentences;
      if (title === undefined) return;
      present(accountId, null, { title, body: rest.join('\n'), silent: true });
    },
    showPaused: () => {
      if (!deps.isSupported()) return;
      const title = deps.t('main.notice.paused');
      deps.create({ title, body: deps.t('main.notice.goesOn'), silent: true }).show();
    },
    test: (silent) =>
      new Promise((resolve) => {
        if (!deps.isSupported()) return resolve('unsupported');
        const [title, body] = [deps.t('main.notice.test'), deps.t('main.notice.testBody')];
        tried = deps.create({ title, body, silent });
        const timer = setTimeout(() => resolve('silent'), answerMs);
        const answered = (answer: 'shown' | 'failed') => () => {
          clearTimeout(timer);
          resolve(answer);
        };
        tried.on('show', answered('shown'));
        tried.on('failed', answered('failed'));
        return tried.show();
      }),
    close: (accountId, closed) => {
      if (closed !== null) {
        drop(keyOf(accountId, closed));
        return;
      }
      for (const key of [...awaited.keys()]) if (key.startsWith(`${accountId} `)) drop(key);
      for (const [key, entry] of [...open]) if (entry.accountId === accountId) drop(key);
    },
  };
}
