// A change of access, folder by folder: from which role to which, or why it does not happen there.
import type { TFunction } from 'i18next';
import clsx from 'clsx';
import { ArrowRight, Ban, Folder } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from '#app/words';
import type { SharingStep } from '#contract/areas/files/sharingModels';
import { uninvitedText } from '#app/uninvited';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { Icon } from '#ui/marks/Icon';
import { Name } from '#ui/text/Name';
import { roleWord } from '../words';
import styles from './People.module.css';

const shownAtFirst = 6;

/** Shows the steps of a change that were not all made. */
export function PartlyDialog({
  steps,
  onClose,
}: {
  readonly steps: readonly SharingStep[];
  readonly onClose: () => void;
}) {
  const { t } = useTranslation();
  const refused = steps.filter((step) => step.refused !== null);
  const made = steps.filter((step) => step.refused === null);
  return (
    <Dialog
      title={t('filePanels.people.partly')}
      width="l"
      isOpen
      onClose={onClose}
      actions={
        <Button variant="primary" onPress={onClose} autoFocus>
          {t('app.done')}
        </Button>
      }
    >
      <div className={styles.results}>
        <PlanView steps={refused} title={t('filePanels.people.notDone')} />
        {made.length > 0 && <PlanView steps={made} title={t('filePanels.people.result')} />}
      </div>
    </Dialog>
  );
}

export function PlanView({
  steps,
  title,
}: {
  readonly steps: readonly SharingStep[];
  readonly title: string;
}) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  // Refused steps come first: they must not hide behind "more".
  const rows = together(steps);
  const sorted = [
    ...rows.filter(({ step }) => step.refused !== null),
    ...rows.filter(({ step }) => step.refused === null),
  ];
  const shown = all ? sorted : sorted.slice(0, shownAtFirst);
  const word = (role: SharingStep['from']): string =>
    role === null ? t('filePanels.people.noAccess') : roleWord(t, role);
  return (
    <section className={styles.plan} aria-label={title}>
      <h3>{title}</h3>
      <ul tabIndex={sorted.length > shownAtFirst && all ? 0 : undefined}>
        {shown.map(({ step, userIds }, index) => (
          <li
            key={`${step.roomId}-${index}`}
            className={clsx(styles.step, step.refused !== null && styles.refused)}
          >
            <Icon icon={step.refused === null ? Folder : Ban} />
            <Name cut className={styles.path}>
              {step.path}
            </Name>
            {userIds.length > 1 && (
              <span className={styles.many}>
                {t('filePanels.people.count', { count: userIds.length })}
              </span>
            )}
            {step.refused === null ? (
              <span className={styles.roles}>
                {word(step.from)}
                <Icon icon={ArrowRight} size={12} directional />
                <span className={styles.unseen}>{t('filePanels.people.becomes')}</span>
                {word(step.to)}
              </span>
            ) : (
              <span className={styles.why}>{refusedWords(t, step.refused, userIds)}</span>
            )}
          </li>
        ))}
      </ul>
      {sorted.length > shown.length && (
        <Button size="s" variant="text" onPress={() => setAll(true)}>
          {t('filePanels.people.moreSteps', { count: sorted.length - shown.length })}
        </Button>
      )}
    </section>
  );
}

interface PlanRow {
  readonly step: SharingStep;
  readonly userIds: readonly string[];
}

type Refused = NonNullable<SharingStep['refused']>;

const isOfFolder = (reason: Refused): reason is 'not_allowed' | 'not_joined' | 'cannot_lower' =>
  reason === 'not_allowed' || reason === 'not_joined' || reason === 'cannot_lower';

/** A refusal that was known before concerns the folder; that of an invitation concerns the person. */
function refusedWords(t: TFunction, reason: Refused, userIds: readonly string[]): string {
  if (isOfFolder(reason)) return t(`filePanels.people.refused.${reason}`);
  return uninvitedText(
    t,
    userIds.map((userId) => ({ userId, reason })),
  );
}

/** Joins steps that are the same for several people into one row. */
function together(steps: readonly SharingStep[]): readonly PlanRow[] {
  const rows = new Map<string, { step: SharingStep; userIds: string[] }>();
  for (const step of steps) {
    const key = JSON.stringify([step.roomId, step.from, step.to, step.refused]);
    const row = rows.get(key);
    if (row === undefined) rows.set(key, { step, userIds: [step.userId] });
    else row.userIds.push(step.userId);
  }
  return [...rows.values()];
}
