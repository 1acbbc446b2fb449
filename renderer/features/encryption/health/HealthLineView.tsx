// One line of the health: icon, state, cause and remedy, and the acts that help. It gets everything as props and must not know the store.
import {
  Check,
  CircleHelp,
  Clock,
  CloudUpload,
  FileLock,
  KeyRound,
  MessageSquareLock,
  MonitorSmartphone,
  ShieldAlert,
  Smartphone,
} from 'lucide-react';
import { useCallback, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { HealthFix, HealthLine } from '#contract/areas/encryption/health';
import { Button } from '#ui/controls/Button';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import { wordsOf } from './words';
import styles from './Health.module.css';

const icons: Readonly<Record<HealthLine['about'], LucideIcon>> = {
  store: FileLock,
  identity: ShieldAlert,
  device: MonitorSmartphone,
  secret: KeyRound,
  recovery: KeyRound,
  backup: CloudUpload,
  upload: CloudUpload,
  other: Smartphone,
  messages: MessageSquareLock,
  clock: Clock,
};

/** These acts are shown last and quietly, because people should first read what they lose or whom they lock out. */
const grave: ReadonlySet<HealthFix> = new Set(['start_over', 'sign_out']);

export interface HealthLineViewProps {
  readonly line: HealthLine;
  /** The act of this line that is running. */
  readonly pending: HealthFix | null;
  /** A link leads to this line: it scrolls into view and takes the focus. */
  readonly shown: boolean;
  readonly onFix: (fix: HealthFix) => void;
  readonly onShowMessage: () => void;
  /** Content for the remedy below the text. */
  readonly children?: ReactNode;
}

export function HealthLineView({
  line,
  pending,
  shown,
  onFix,
  onShowMessage,
  children,
}: HealthLineViewProps) {
  const { t, i18n } = useTranslation();
  const { title, text } = wordsOf(t, line, i18n.language);
  const { level, fixes } = line;
  const come = useCallback(
    (node: HTMLLIElement | null) => {
      if (!shown || node === null) return;
      node.scrollIntoView({ block: 'center' });
      node.focus({ preventScroll: true });
    },
    [shown],
  );
  if (level === 'good')
    return (
      <li className={styles.good}>
        <Icon icon={Check} className={styles.check} />
        <span className={styles.title}>{title}</span>
        <span className={styles.detail}>{text}</span>
      </li>
    );
  const main = fixes.find((fix) => !grave.has(fix));
  return (
    <li className={styles.line} ref={come} tabIndex={-1}>
      <span className={styles.sign} data-level={level}>
        <Icon icon={level === 'note' ? CircleHelp : icons[line.about]} />
      </span>
      <div className={styles.words}>
        <div className={styles.title}>{title}</div>
        <div className={styles.text}>{text}</div>
        {line.about === 'upload' && level === 'working' && (
          <progress
            className={styles.progress}
            aria-label={title}
            max={line.total}
            value={line.total - line.waiting}
          />
        )}
        {children}
      </div>
      <div className={styles.acts}>
        {line.about === 'messages' && line.first !== null && (
          <Button variant="text" onPress={onShowMessage}>
            {t('health.show')}
          </Button>
        )}
        {[...fixes].reverse().map((fix) => (
          <Button
            key={fix}
            variant={fix === main ? 'secondary' : grave.has(fix) ? 'textDanger' : 'text'}
            pending={pending === fix}
            isDisabled={pending !== null && pending !== fix}
            onPress={() => onFix(fix)}
          >
            {t(`health.fix.${fix}`)}
          </Button>
        ))}
      </div>
    </li>
  );
}
