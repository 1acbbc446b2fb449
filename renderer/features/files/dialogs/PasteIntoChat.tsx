// Files that were copied in Files, pasted into a chat: after a question they are sent there as they are, without an upload. Other text that
// was copied since is pasted as text, by the field itself.
import { LockOpen } from 'lucide-react';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import type { ConversationId } from '#contract/areas/ids';
import type { AppError } from '#contract/wire/errors';
import { fieldIdOf } from '#app/composing';
import { AppErrorNote } from '#app/errors';
import { useValue } from '#app/hooks';
import { addWords } from '#app/i18n';
import type { CopiedFiles } from '#app/places/filesPlace';
import { useAppSelector } from '#app/store';
import { useTranslation } from '#app/words';
import filePanels from '#contract/locales/filePanels.en.json';
import { Icon } from '#ui/marks/Icon';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { isolate } from '#ui/text/isolate';
import { Name } from '#ui/text/Name';
import { useSendCopies } from '../../sharing';
import styles from './Dialogs.module.css';

addWords(filePanels);

interface Asked {
  readonly to: ConversationId;
  readonly copied: CopiedFiles;
}

/** So many are shown by their names. */
const mostNamed = 8;

export function PasteIntoChat(): ReactNode {
  const [asked, setAsked] = useState<Asked | null>(null);
  const copied = useAppSelector((state) => state.files.copied);
  const roomId = useAppSelector((state) => state.navigation.roomId);
  const thread = useAppSelector((state) => state.navigation.thread);
  const latest = useRef({ copied, roomId, thread });
  useEffect(() => {
    latest.current = { copied, roomId, thread };
  });
  useEffect(() => {
    const paste = (event: ClipboardEvent): void => {
      const now = latest.current;
      const id = event.target instanceof HTMLElement ? event.target.id : '';
      const { threadId = null } = now.thread ?? {};
      const inThread = threadId !== null && id === fieldIdOf({ threadId });
      if (now.copied === null || now.roomId === null) return;
      if (!inThread && id !== fieldIdOf({ threadId: null })) return;
      if (event.clipboardData?.getData('text/plain') !== now.copied.text) return;
      event.preventDefault();
      event.stopPropagation();
      const to = { roomId: now.roomId, threadId: inThread ? threadId : null };
      setAsked({ to, copied: now.copied });
    };
    // Before the field, which would write the names.
    window.addEventListener('paste', paste, true);
    return () => window.removeEventListener('paste', paste, true);
  }, []);
  return asked !== null && <SendHere {...asked} onClose={() => setAsked(null)} />;
}

function SendHere({ to, copied, onClose }: Asked & { readonly onClose: () => void }): ReactNode {
  const { t } = useTranslation();
  const sendCopies = useSendCopies();
  const { value: room } = useValue('room', { roomId: to.roomId });
  const [isPending, setPending] = useState(false);
  const [error, setError] = useState<AppError | null>(null);
  // Files of a directory are encrypted (the engine sees to that).
  const isOpen = room?.encrypted === false;
  const names = copied.text.split('\n');
  const count = copied.files.length;
  const send = async (): Promise<void> => {
    setPending(true);
    setError(null);
    const items = copied.files.map(({ roomId, entryId }) => ({ roomId, eventId: entryId }));
    const failure = await sendCopies(to, items, isOpen);
    if (failure === null) return onClose();
    setPending(false);
    setError(failure);
  };
  return (
    <ConfirmDialog
      title={t('filePanels.paste.title', { count, name: isolate(room?.name ?? '') })}
      isOpen
      onClose={onClose}
      cancelLabel={t('app.cancel')}
      confirmLabel={t(`filePanels.paste.${isOpen ? 'anyway' : 'send'}`)}
      onConfirm={() => void send()}
      pending={isPending}
      enterConfirms={!isOpen}
    >
      <ul className={styles.shared}>
        {names.slice(0, mostNamed).map((name, index) => (
          <li key={index} className={styles.sharedFile}>
            <Name cut className={styles.sharedName}>
              {name}
            </Name>
          </li>
        ))}
        {names.length > mostNamed && (
          <li className={styles.sharedSize}>
            {t('filePanels.moreFiles', { count: names.length - mostNamed })}
          </li>
        )}
      </ul>
      {isOpen && (
        <p className={styles.exposed}>
          <Icon icon={LockOpen} size={16} />
          {t('filePanels.paste.open', { count })}
        </p>
      )}
      <AppErrorNote error={error} place="forward" />
    </ConfirmDialog>
  );
}
