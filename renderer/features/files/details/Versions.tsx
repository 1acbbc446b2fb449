// The versions of a file, newest first: who, when, how large and how much that changed; each can be saved, older ones restored.
import { Download, Ellipsis, ExternalLink, GitFork } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from '#app/words';
import type { FileDetails, FileVersion } from '#contract/areas/files/filesModels';
import { MediaAvatar } from '#app/MediaAvatar';
import { isDanger, TrustMark } from '#app/TrustMark';
import { useNow } from '#app/useNow';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { Icon } from '#ui/marks/Icon';
import { MenuButton } from '#ui/overlays/Menu';
import { isolate } from '#ui/text/isolate';
import { formatFull, formatSize } from '#ui/text/time';
import { useKeptFocus } from '#ui/focus/lostFocus';
import { useFileActs } from '../acts/useFileActs';
import { changedWords, conflictWords, problemWords } from '../words';
import styles from './Details.module.css';

const shownAtFirst = 3;

/** `18.4 MB, 1.2 MB more`; the difference is to the version before. */
export function useSizeWords(): (version: FileVersion, before: FileVersion | undefined) => string {
  const { t, i18n } = useTranslation();
  return (version, before) => {
    if (version.sizeBytes === null) return t('filePanels.details.sizeUnknown');
    const size = formatSize(version.sizeBytes, i18n.language);
    if (before === undefined || before.sizeBytes === null) return size;
    const change = version.sizeBytes - before.sizeBytes;
    if (change === 0) return size;
    const by = formatSize(Math.abs(change), i18n.language);
    return change > 0
      ? t('filePanels.versions.larger', { size, by })
      : t('filePanels.versions.smaller', { size, by });
  };
}

export function Versions({ details }: { readonly details: FileDetails }) {
  const { t } = useTranslation();
  const [all, setAll] = useState(false);
  const section = useRef<HTMLElement>(null);
  // The button of a restored version goes away with the focus on it.
  useKeptFocus(section);
  const { versions } = details;
  const shown =
    all || versions.length <= shownAtFirst + 1 ? versions : versions.slice(0, shownAtFirst);
  const hidden = versions.length - shown.length;
  return (
    <section
      ref={section}
      tabIndex={-1}
      aria-label={t('filePanels.versions.title')}
      className={styles.versions}
    >
      <div className={styles.title}>
        <h3>{t('filePanels.versions.title')}</h3>
        <span className={styles.meta}>{versions.length}</span>
      </div>
      <ul className={styles.rows}>
        {shown.map((version, index) => (
          <VersionRow
            key={version.eventId}
            details={details}
            version={version}
            before={versions[index + 1]}
          />
        ))}
      </ul>
      {hidden > 0 && (
        <Button variant="text" className={styles.more} onPress={() => setAll(true)}>
          {t('filePanels.versions.showOlder', { count: hidden })}
        </Button>
      )}
    </section>
  );
}

function VersionRow({
  details,
  version,
  before,
}: {
  readonly details: FileDetails;
  readonly version: FileVersion;
  readonly before: FileVersion | undefined;
}) {
  const { t, i18n } = useTranslation();
  const now = useNow();
  const acts = useFileActs();
  const sizeWords = useSizeWords();
  const { roomId, entryId } = details.file;
  const { eventId, by, atMs, media, problem, trust, conflict, movedBy } = version;
  // Trust that holds for the whole file is shown above.
  const isMarked = isDanger(trust ?? 'ok') || trust !== details.file.trust;
  const label = t('filePanels.versions.one', { version: version.version });
  const when = changedWords(t, atMs, now, i18n.language);
  const bytes = { name: version.name, media };
  return (
    <li className={styles.version}>
      <MediaAvatar id={by.userId} name={by.name} avatar={by.avatar} size={24} />
      <div className={styles.names}>
        <span className={styles.versionName}>
          {label}
          {version.current && (
            <span className={styles.chip}>{t('filePanels.versions.current')}</span>
          )}
          {conflict !== undefined && (
            <span
              role="img"
              aria-label={t('files.conflict.title')}
              title={conflictWords(t, conflict, by).text}
              className={styles.fork}
            >
              <Icon icon={GitFork} size={12} />
            </span>
          )}
          {problem === null && isMarked && <TrustMark trust={version.trust} size={12} />}
        </span>
        <span
          className={styles.meta}
          title={`${isolate(by.name)}, ${formatFull(atMs, i18n.language)}, ${sizeWords(version, before)}`}
        >
          {problem === null ? (
            <>
              {when}, <span className={styles.unbroken}>{sizeWords(version, before)}</span>
            </>
          ) : (
            problemWords(t, problem).title
          )}
        </span>
        {movedBy !== undefined && movedBy.userId !== by.userId && (
          <p className={styles.meta}>
            {t('filePanels.versions.movedBy', { by: isolate(by.name), who: isolate(movedBy.name) })}
          </p>
        )}
      </div>
      {version.canRestore && entryId !== null && (
        <Button
          size="s"
          aria-label={t('filePanels.versions.restoreNamed', { version: version.version })}
          onPress={() => acts.restoreVersion(roomId, entryId, eventId)}
        >
          {t('filePanels.restore')}
        </Button>
      )}
      {media !== null && problem === null && (
        <MenuButton
          label={label}
          entries={[
            {
              id: 'open',
              label: t('filePanels.open'),
              icon: ExternalLink,
              onAction: () => acts.open(bytes),
            },
            {
              id: 'save',
              label: t('filePanels.save'),
              icon: Download,
              onAction: () => acts.save([bytes]),
            },
          ]}
        >
          <IconButton
            size="s"
            label={t('filePanels.versions.menu', { version: version.version })}
            icon={Ellipsis}
            className={styles.versionMenu}
          />
        </MenuButton>
      )}
    </li>
  );
}
