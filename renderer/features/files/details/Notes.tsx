// Notes on problems and warnings of a file or a folder: a title, what it means and what can be done.
import clsx from 'clsx';
import { CircleAlert, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import type { FileProblem } from '#contract/areas/files/directoriesModels';
import type { FileWarning } from '#contract/areas/files/filesModels';
import type { Trust } from '#contract/areas/encryption/trust';
import { isDanger } from '#app/TrustMark';
import { Icon } from '#ui/marks/Icon';
import { isRisky, problemWords } from '../words';
import styles from './Details.module.css';

const icons = { bad: CircleAlert, warning: TriangleAlert, quiet: Info } as const;

export function Note({
  tone,
  title,
  children,
}: {
  readonly tone: 'bad' | 'warning' | 'quiet';
  readonly title?: string;
  readonly children: ReactNode;
}) {
  return (
    <div className={clsx(styles.note, tone !== 'warning' && styles[tone])}>
      <Icon icon={icons[tone]} />
      <div>
        {title !== undefined && <strong>{title}</strong>}
        <p>{children}</p>
      </div>
    </div>
  );
}

/** The others are `bad`. */
const tones: Partial<Record<FileProblem, 'warning' | 'quiet'>> = {
  undecryptable: 'warning',
  waiting: 'quiet',
};

/** Draws nothing when there is no problem and no warning. */
export function Notes({
  problem,
  warnings = [],
  trust = 'ok',
  children,
}: {
  readonly problem: FileProblem | null;
  readonly warnings?: readonly FileWarning[];
  readonly trust?: Trust | undefined;
  readonly children?: ReactNode;
}) {
  const { t } = useTranslation();
  const doubted = trust !== 'ok' && problem === null;
  if (problem === null && !doubted && warnings.length === 0 && children === undefined) return null;
  const said = problem === null ? null : problemWords(t, problem);
  return (
    <div className={styles.notes}>
      {said !== null && (
        <Note tone={problem === null ? 'bad' : (tones[problem] ?? 'bad')} title={said.title}>
          {said.text}
        </Note>
      )}
      {doubted && (
        <Note tone={isDanger(trust) ? 'bad' : 'quiet'}>
          {trust === 'from_backup'
            ? t('filePanels.details.keyOfBefore')
            : t(`timeline.trust.${trust}`)}
        </Note>
      )}
      {/* One card and one advice, however much there is to beware of. */}
      {warnings.length > 0 && (
        <div className={styles.note}>
          <Icon icon={icons.warning} />
          <div className={styles.warnings}>
            {warnings.map((warning) => (
              <div key={warning}>
                <strong>{t(`files.warning.${warning}.title`)}</strong>
                <p>{t(`files.warning.${warning}.text`)}</p>
              </div>
            ))}
            {isRisky(warnings) && <p>{t('files.warning.onlyIfTrusted')}</p>}
          </div>
        </div>
      )}
      {children}
    </div>
  );
}
