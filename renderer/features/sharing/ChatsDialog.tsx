// Messages or files go as copies into one chat after the other, until the dialog is closed.
import { Check, LockOpen } from 'lucide-react';
import { useId, useRef, useState } from 'react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { AppErrorNote, errorText } from '#app/errors';
import { useChatsByName, type FoundChat } from '#app/hooks';
import { addWords } from '#app/i18n';
import { MediaAvatar } from '#app/MediaAvatar';
import acts from '#contract/locales/acts.en.json';
import type { AppError } from '#contract/wire/errors';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { useEntered } from '#ui/lists/useEntered';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { FindField, leadTo } from '#ui/controls/FindField';
import { useSendCopies, type Sent } from './useSendCopies';
import styles from './ChatsDialog.module.css';

addWords(acts);

/** State of sending to one chat: asked, in the outbox, or failed. */
type State = 'asked' | 'done' | AppError;

/** Whether files are encrypted and the chat is not: they go there once somebody has agreed that servers can read them. */
const needsConsent = ({ code, data }: AppError): boolean =>
  code === 'conflict' && data?.['reason'] === 'keys';

/** The reason why it failed, if it did. */
const failureOf = (state: State | null): AppError | null =>
  typeof state === 'object' ? state : null;

/** Chats that are listed at first, that are added at a press, and that are listed at most. */
const [firstly, added, most] = [50, 150, 500];

/** Forwarding messages, or sending files of a directory. */
type Kind = 'forward' | 'share';

export interface ChatsDialogProps {
  readonly kind: Kind;
  /** Oldest first; at least one. */
  readonly items: readonly Sent[];
  /** They were encrypted, and would not be in a chat that is not; undefined: not known yet. */
  readonly encrypted: boolean | undefined;
  /** Shows above the chats what is sent. */
  readonly children: ReactNode;
  /** They are on their way to a chat. */
  readonly onSent?: (() => void) | undefined;
  readonly onClose: () => void;
}

/** Texts of the two kinds. */
const words = {
  forward: {
    title: 'timeline.forward.title',
    send: 'timeline.forward.send',
    sendTo: 'timeline.forward.sendTo',
    done: 'timeline.forward.done',
  },
  share: {
    title: 'acts.share.title',
    send: 'acts.share.send',
    sendTo: 'acts.share.sendTo',
    done: 'acts.share.done',
  },
} as const;

export function ChatsDialog({
  kind,
  items: sent,
  encrypted,
  children,
  onSent,
  onClose,
}: ChatsDialogProps): ReactNode {
  const { t } = useTranslation();
  const send = useSendCopies();
  const [text, setText] = useState('');
  const [states, setStates] = useState<ReadonlyMap<string, State>>(new Map());
  const list = useRef<HTMLUListElement>(null);
  const field = useRef<HTMLInputElement>(null);
  const [limit, setLimit] = useState(firstly);
  const { chats, cut, ready, stale, error } = useChatsByName(text, limit, true);
  const first = chats.find(({ closed }) => closed !== true);
  const setState = (to: string, state: State): void =>
    setStates((before) => new Map(before).set(to, state));
  const forward = async (to: string): Promise<void> => {
    const before = failureOf(states.get(to) ?? null);
    setState(to, 'asked');
    const agreed = before !== null && needsConsent(before);
    const failure = await send({ roomId: to, threadId: null }, sent, agreed);
    if (failure !== null) return setState(to, failure);
    setState(to, 'done');
    onSent?.();
    // Its button is gone: the next chat is looked for.
    field.current?.focus();
    field.current?.select();
  };
  const exposes = (chat: FoundChat): boolean => encrypted === true && !chat.encrypted;
  /** The chat that Enter sent to, and the typed words. */
  const entered = useRef<{ readonly text: string; readonly to: string } | null>(null);
  // Enter takes no row that came later or failed; these are pressed by their own buttons.
  const onLed = useEntered(text, !stale || error !== null, () => {
    if (document.activeElement === field.current) leadTo(list.current);
  });
  // To the first that answers the words, and on from there to nobody else, whoever comes to stand in its place.
  const onEntered = (): void => {
    if (stale || first === undefined) return onLed();
    if (entered.current?.text === text && entered.current.to !== first.roomId) return;
    const state = states.get(first.roomId);
    if (typeof state === 'string') return;
    if (state !== undefined && needsConsent(state)) return onLed();
    if (encrypted === undefined || exposes(first) || first.address !== undefined) return onLed();
    entered.current = { text, to: first.roomId };
    void forward(first.roomId);
  };
  return (
    <Dialog
      title={t(words[kind].title)}
      isOpen
      onClose={onClose}
      width="l"
      steady
      actions={<Button onPress={onClose}>{t('app.close')}</Button>}
    >
      {children}
      <FindField
        label={t('timeline.forward.field')}
        value={text}
        onChange={setText}
        list={list}
        onEnter={onEntered}
        inputRef={field}
      />
      <AppErrorNote error={error} />
      {ready && chats.length === 0 && <p role="status">{t('timeline.forward.none')}</p>}
      {/* Rows of earlier words are inert, so that nobody presses one in haste. */}
      <ul ref={list} className={styles.list} aria-label={t('timeline.forward.chats')} inert={stale}>
        {chats.map((chat) => (
          <ChatRow
            key={chat.key}
            kind={kind}
            chat={chat}
            exposes={exposes(chat)}
            state={states.get(chat.roomId) ?? null}
            onForward={() => void forward(chat.roomId)}
          />
        ))}
      </ul>
      {cut && limit < most && (
        <Button variant="quiet" onPress={() => setLimit(limit + added)}>
          {t('acts.chats.more')}
        </Button>
      )}
      {cut && limit >= most && <p>{t('acts.chats.narrow')}</p>}
    </Dialog>
  );
}

interface ChatRowProps {
  readonly kind: Kind;
  readonly chat: FoundChat;
  /** The message was encrypted, and would not be there. */
  readonly exposes: boolean;
  readonly state: State | null;
  readonly onForward: () => void;
}

function ChatRow({ kind, chat, exposes, state, onForward }: ChatRowProps): ReactNode {
  const { t } = useTranslation();
  const { roomId, directUserId, name, avatar, address = chat.alias } = chat;
  const done = state === 'done';
  const failed = failureOf(state);
  const asks = failed !== null && needsConsent(failed);
  const exposed = useId();
  return (
    <li className={styles.row}>
      <MediaAvatar id={directUserId ?? roomId} name={name} avatar={avatar} size={24} />
      <div className={styles.about}>
        <Name cut className={styles.name}>
          {name}
        </Name>
        {address !== null && (
          <Name cut className={styles.address}>
            {address}
          </Name>
        )}
        {exposes && failed === null && (
          <span id={exposed} className={styles.exposed}>
            <Icon icon={LockOpen} size={12} />
            {t('timeline.forward.notEncrypted')}
          </span>
        )}
        {failed !== null && (
          <span id={exposed} role="alert" className={asks ? styles.exposed : styles.failed}>
            {asks && <Icon icon={LockOpen} size={12} />}
            {errorText(t, failed, 'forward')}
          </span>
        )}
      </div>
      {chat.closed === true ? (
        <span className={styles.closed}>{t('timeline.forward.forbidden')}</span>
      ) : done ? (
        <span role="status" className={styles.done}>
          <Icon icon={Check} size={16} />
          {t(words[kind].done)}
        </span>
      ) : (
        <Button
          size="s"
          onPress={onForward}
          pending={state === 'asked'}
          aria-label={[
            t(
              asks
                ? 'acts.share.anywayTo'
                : failed === null
                  ? words[kind].sendTo
                  : 'acts.share.againTo',
              {
                name: isolate(name),
              },
            ),
            address ?? '',
          ]
            .join(' ')
            .trim()}
          {...(asks || (exposes && failed === null) ? { 'aria-describedby': exposed } : {})}
        >
          {t(asks ? 'acts.share.anyway' : failed === null ? words[kind].send : 'app.retry')}
        </Button>
      )}
    </li>
  );
}
