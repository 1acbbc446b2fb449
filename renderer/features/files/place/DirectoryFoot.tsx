// One line below the rows: how much is chosen, else who did what last.
import { useTranslation } from '#app/words';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import type { DirectoryItem } from '#contract/areas/files/filesModels';
import { useNow } from '#app/useNow';
import { formatSize } from '#ui/text/time';
import { activityKey, changedWords } from '../words';
import styles from './Content.module.css';
import { isolate, isolateLtr } from '#ui/text/isolate';

export interface DirectoryFootProps {
  readonly directory: DirectoryHeader;
  readonly chosen: readonly DirectoryItem[];
}

export function DirectoryFoot({ directory, chosen }: DirectoryFootProps) {
  const { t, i18n } = useTranslation();
  const nowMs = useNow();
  const { activity } = directory;
  if (chosen.length < 2 && activity === null) return null;
  const bytes = chosen.reduce(
    (sum, item) => sum + (item.kind === 'file' ? (item.sizeBytes ?? 0) : 0),
    0,
  );
  return (
    <p className={styles.foot}>
      {chosen.length > 1 && (
        <span role="status">
          {t('files.place.chosen', {
            count: chosen.length,
            size: formatSize(bytes, i18n.language),
          })}
        </span>
      )}
      {activity !== null && (
        <span>
          {t(`files.activity.${activityKey(activity)}`, {
            who: isolate(activity.who.name),
            name: isolateLtr(activity.name),
            from: isolateLtr(activity.from ?? ''),
            version: activity.version,
            when: changedWords(t, activity.atMs, nowMs, i18n.language, true),
          })}
        </span>
      )}
    </p>
  );
}
