// The bar for chosen messages: their number, and buttons to forward, copy or delete them.
import { Copy, FolderInput, Forward, Trash2, X } from 'lucide-react';
import {
  useEffect,
  useRef,
  useState,
  type FocusEvent,
  type ReactNode,
  type RefObject,
} from 'react';
import { Toolbar } from 'react-aria-components';
import { useTranslation } from '#app/words';
import { addWords } from '#app/i18n';
import acts from '#contract/locales/acts.en.json';
import { Button } from '#ui/controls/Button';
import { copyText } from '#ui/text/copyText';
import { ConfirmDialog } from '#ui/overlays/Dialog';
import { IconButton } from '#ui/controls/IconButton';
import { TextField } from '#ui/controls/TextField';
import { formatFull } from '#ui/text/time';
import { useToasts } from '#ui/overlays/Toasts';
import { useStable } from '#ui/useStable';
import type { Message } from '../context';
import { SaveFilesDialog } from '../dialogs/SaveFilesDialog';
import { useRedact } from '../dialogs/useRedact';
import { ForwardDialog } from '../forward/ForwardDialog';
import { bodyKind, messageLine } from '../kinds/registry';
import { hasFiles } from './selecting';
import styles from './Select.module.css';

addWords(acts);

interface SelectBarProps {
  readonly roomId: string;
  /** Oldest first. */
  readonly messages: readonly Message[];
  readonly onEnd: () => void;
}

function DeleteSeveral({
  roomId,
  messages,
  onEnd,
  onClose,
}: SelectBarProps & { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const redact = useRedact(roomId);
  const [reason, setReason] = useState('');
  const deletable = messages.filter(({ actions }) => actions.redact);
  const others = messages.length - deletable.length;
  const remove = (): void => {
    onEnd();
    void redact(deletable, reason);
  };
  return (
    <ConfirmDialog
      title={t('acts.select.deleteTitle', { count: deletable.length })}
      isOpen
      onClose={onClose}
      confirmLabel={t('acts.select.deleteConfirm', { count: deletable.length })}
      cancelLabel={t('timeline.action.cancel')}
      onConfirm={remove}
      danger
      fieldFirst
    >
      <p>{t('acts.select.deleteText', { count: deletable.length })}</p>
      {others > 0 && <p>{t('acts.select.notMine', { count: others })}</p>}
      <TextField
        autoFocus
        label={t('timeline.redactReason')}
        value={reason}
        maxLength={500}
        onChange={setReason}
      />
    </ConfirmDialog>
  );
}

/** Escape ends the selection from anywhere in its pane, unless it had another meaning where it was pressed. */
function useEscape(bar: RefObject<HTMLElement | null>, onEnd: () => void): void {
  useEffect(() => {
    const onKeyDown = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
      const pane = bar.current?.closest('aside, main');
      const isHere = target === document.body || (target instanceof Node && pane?.contains(target));
      if (key === 'Escape' && !defaultPrevented && isHere === true) onEnd();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [bar, onEnd]);
}

/** Before the bar goes with the focus in it, the focus returns to the message or field that it came from. */
function useWayBack(bar: RefObject<HTMLElement | null>) {
  const from = useRef<Element | null>(null);
  return {
    onFocus: ({ currentTarget, relatedTarget }: FocusEvent<HTMLElement>): void => {
      if (!currentTarget.contains(relatedTarget)) from.current = relatedTarget;
    },
    goBack(): void {
      const place = from.current?.closest('article') ?? from.current;
      if (bar.current?.contains(document.activeElement) && place instanceof HTMLElement)
        place.focus({ preventScroll: true });
    },
  };
}

export function SelectBar({ roomId, messages, onEnd: onEnded }: SelectBarProps): ReactNode {
  const { t, i18n } = useTranslation();
  const toasts = useToasts();
  const bar = useRef<HTMLDivElement>(null);
  const { onFocus, goBack } = useWayBack(bar);
  const onEnd = useStable((): void => {
    goBack();
    onEnded();
  });
  const [asked, setAsked] = useState<'forward' | 'saveTo' | 'delete' | null>(null);
  const copy = async (): Promise<void> => {
    const lines = messages.map(({ sender, sentAtMs, body }) => {
      const words = bodyKind(body).copied?.(body) ?? messageLine(body, t);
      return `${sender.name}, ${formatFull(sentAtMs, i18n.language)}\n${words}`;
    });
    if (!(await copyText(lines.join('\n\n')))) return;
    toasts.show({ text: t('acts.select.copied', { count: messages.length }) });
    onEnd();
  };
  /** The dialog has done something with the chosen messages: the selection ends with it. */
  const used = useRef(false);
  const onUsed = (): void => {
    used.current = true;
  };
  const onClose = (): void => {
    setAsked(null);
    if (used.current) onEnd();
  };
  useEscape(bar, onEnd);
  const none = messages.length === 0;
  const withFiles = messages.filter(hasFiles);
  const forwardable = messages.filter(({ actions }) => actions.forward);
  return (
    <>
      <div ref={bar} data-escape onFocus={onFocus}>
        <Toolbar className={styles.bar ?? ''} aria-label={t('acts.select.title')}>
          <span className={styles.count} role="status">
            {t('acts.select.count', { count: messages.length })}
          </span>
          <Button
            variant="quiet"
            aria-label={t('timeline.action.forward')}
            icon={Forward}
            isDisabled={forwardable.length === 0}
            onPress={() => setAsked('forward')}
          >
            {t('timeline.action.forward')}
          </Button>
          {withFiles.length > 0 && (
            <Button
              variant="quiet"
              aria-label={t('timeline.action.saveTo')}
              icon={FolderInput}
              onPress={() => setAsked('saveTo')}
            >
              {t('timeline.action.saveTo')}
            </Button>
          )}
          <Button
            variant="quiet"
            aria-label={t('timeline.action.copy')}
            icon={Copy}
            isDisabled={none}
            onPress={() => void copy()}
          >
            {t('timeline.action.copy')}
          </Button>
          <Button
            variant="quiet"
            aria-label={t('timeline.action.delete')}
            icon={Trash2}
            isDisabled={!messages.some(({ actions }) => actions.redact)}
            onPress={() => setAsked('delete')}
          >
            {t('timeline.action.delete')}
          </Button>
          <IconButton label={t('acts.select.end')} icon={X} shortcut="Esc" onPress={onEnd} />
        </Toolbar>
      </div>
      {asked === 'forward' && (
        <ForwardDialog
          roomId={roomId}
          items={forwardable}
          others={messages.length - forwardable.length}
          onSent={onUsed}
          onClose={onClose}
        />
      )}
      {asked === 'saveTo' && (
        <SaveFilesDialog roomId={roomId} items={withFiles} onSaved={onUsed} onClose={onClose} />
      )}
      {asked === 'delete' && (
        <DeleteSeveral {...{ roomId, messages, onEnd }} onClose={() => setAsked(null)} />
      )}
    </>
  );
}
