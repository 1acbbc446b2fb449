// The page about the health of encryption: a summary, then lines that need the person, lines in progress, and lines that are in order.
import { ChevronRight, RefreshCw, ShieldAlert, ShieldCheck } from 'lucide-react';
import { useId, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { EncryptionHealth, HealthFix, HealthLine } from '#contract/areas/encryption/health';
import type { UndecryptableReason } from '#contract/areas/messages/messageModels';
import { Button } from '#ui/controls/Button';
import { Icon } from '#ui/marks/Icon';
import { formatTime } from '#ui/text/time';
import { HealthLineView } from './HealthLineView';
import { keyOf } from './words';
import styles from './Health.module.css';

/** Which act of which line. */
export interface Acting {
  readonly key: string;
  readonly fix: HealthFix;
}

export interface HealthViewProps {
  readonly health: EncryptionHealth;
  readonly acting: Acting | null;
  /** The reason whose line is brought into view. */
  readonly cause: UndecryptableReason | null;
  readonly onCheck: () => void;
  readonly onFix: (line: HealthLine, fix: HealthFix) => void;
  readonly onShowMessage: (roomId: string, eventId: string) => void;
}

/** Without a secure backup only one act is shown, although several lines are wrong because of it. */
function ofOneCause(needed: readonly HealthLine[]): readonly HealthLine[] {
  const all = needed.filter(
    (line) => line.fixes[0] === 'set_up' || (line.about === 'upload' && line.cause === 'no_backup'),
  );
  const lead = all.find(({ about }) => about === 'backup' || about === 'recovery');
  return lead === undefined ? [] : [lead, ...all.filter((line) => line !== lead)];
}

const checkKey = 'page';
/** The button above all lines. */
export const checking: Acting = { key: checkKey, fix: 'check' };

export function HealthView(props: HealthViewProps) {
  const { t, i18n } = useTranslation();
  const { health, acting, cause, onCheck, onFix, onShowMessage } = props;
  const { lines, checkedAtMs } = health;
  const of = (...levels: HealthLine['level'][]) =>
    lines.filter(({ level }) => levels.includes(level));
  const all = [...of('bad'), ...of('warning')];
  const [lead, ...follow] = ofOneCause(all);
  const needed = all.filter((line) => !follow.includes(line));
  const view = (line: HealthLine, inside: readonly HealthLine[] = []): ReactNode => (
    <HealthLineView
      key={keyOf(line)}
      line={line}
      pending={acting?.key === keyOf(line) ? acting.fix : null}
      shown={line.about === 'messages' && cause !== null && line.cause === cause}
      onFix={(fix) => onFix(line, fix)}
      onShowMessage={() => {
        if (line.about === 'messages' && line.first !== null)
          onShowMessage(line.first.roomId, line.first.eventId);
      }}
    >
      {inside.length > 0 && (
        <details>
          <summary className={styles.summary}>
            <Icon icon={ChevronRight} directional />
            {t('health.follow', { count: inside.length })}
          </summary>
          <ul className={styles.lines}>{inside.map((one) => view({ ...one, fixes: [] }))}</ul>
        </details>
      )}
    </HealthLineView>
  );
  return (
    <>
      <div className={styles.sum} data-good={needed.length === 0 || undefined}>
        <span className={styles.shield}>
          <Icon icon={needed.length === 0 ? ShieldCheck : ShieldAlert} size={24} />
        </span>
        <div className={styles.words} role="status">
          <div className={styles.sumTitle}>
            {needed.length === 0 ? t('health.good') : t('health.need', { count: needed.length })}
          </div>
          <div className={styles.text}>
            {t(
              needed.length === 0
                ? 'health.goodText'
                : needed.length === 1
                  ? 'health.needOneText'
                  : 'health.needText',
            )}
          </div>
        </div>
        <div className={styles.acts}>
          {checkedAtMs !== null && (
            <span className={styles.detail}>
              {t('health.checked', { time: formatTime(checkedAtMs, i18n.language) })}
            </span>
          )}
          <Button
            variant="line"
            icon={RefreshCw}
            pending={acting?.key === checkKey}
            onPress={onCheck}
          >
            {t('health.check')}
          </Button>
        </div>
      </div>
      <Group title={t('health.needed')}>
        {needed.map((line) => view(line, line === lead ? follow : []))}
      </Group>
      <Group title={t('health.working')}>{of('working').map((line) => view(line))}</Group>
      <Group title={t('health.notes')}>{of('note').map((line) => view(line))}</Group>
      <Group title={t('health.inOrder')} folded>
        {of('good').map((line) => view(line))}
      </Group>
    </>
  );
}

interface GroupProps {
  readonly title: string;
  readonly children: ReactNode[];
  /** A group that needs no act: its lines are folded until the person opens them. */
  readonly folded?: boolean;
}

function Group({ title, children, folded = false }: GroupProps) {
  const id = useId();
  if (children.length === 0) return null;
  if (folded)
    return (
      <section className={styles.group} aria-labelledby={id}>
        <details>
          <summary className={styles.summary}>
            <Icon icon={ChevronRight} directional />
            <h3 id={id} className={styles.heading}>
              {title}
            </h3>
            <span className={styles.detail}>{children.length}</span>
          </summary>
          <ul className={styles.lines}>{children}</ul>
        </details>
      </section>
    );
  return (
    <section className={styles.group} aria-labelledby={id}>
      <h3 id={id} className={styles.heading}>
        {title}
      </h3>
      <ul className={styles.lines}>{children}</ul>
    </section>
  );
}
