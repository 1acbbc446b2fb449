// The bar of an open directory: the way to it, what can be found and added here, the details.
import {
  ArrowLeft,
  Ellipsis,
  FilePlus2,
  FolderUp,
  PanelRight,
  Search,
  Upload,
  UserPlus,
} from 'lucide-react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import { useAppSelector } from '#app/store';
import { Bar } from '#ui/layout/Bar';
import { Button } from '#ui/controls/Button';
import { IconButton } from '#ui/controls/IconButton';
import { MenuButton, type MenuEntry } from '#ui/overlays/Menu';
import { Crumbs } from './Crumbs';
import { useFilesUi } from './filesUi';
import styles from './Content.module.css';

export interface ContentHeaderProps {
  readonly directory: DirectoryHeader;
  readonly entries: readonly MenuEntry[];
  readonly findOpen: boolean;
  readonly detailsOpen: boolean;
  readonly mayWrite: (roomId: string) => boolean;
  readonly onOpen: (roomId: string) => void;
  readonly onBack: () => void;
  readonly onFind: () => void;
  readonly onDetails: () => void;
}

/** For whoever hands the focus back after the details were closed. */
export const detailsButtonId = 'files-details-button';

export function ContentHeader(props: ContentHeaderProps) {
  const { directory, entries, findOpen, detailsOpen, onBack, onFind, onDetails } = props;
  const { t } = useTranslation();
  const ui = useFilesUi();
  // A list of deleted files offers no upload.
  const deleted = useAppSelector((state) => state.files.deleted);
  const { roomId, name, actions, membership } = directory;
  const target = { roomId, name };
  const joined = membership === 'join';
  return (
    <Bar>
      <IconButton
        label={t('files.place.back')}
        icon={ArrowLeft}
        directional
        className={styles.back}
        onPress={onBack}
      />
      <Crumbs directory={directory} mayWrite={props.mayWrite} onOpen={props.onOpen} />
      {joined && (
        <>
          <IconButton
            label={t('files.place.findHere')}
            icon={Search}
            on={findOpen}
            className={styles.wide}
            onPress={onFind}
          />
          {actions.share && (
            <IconButton
              label={t('files.place.share')}
              icon={UserPlus}
              className={styles.middle}
              onPress={() => ui.ask({ kind: 'share', roomId })}
            />
          )}
          <IconButton
            id={detailsButtonId}
            label={t('files.place.details')}
            icon={PanelRight}
            directional
            on={detailsOpen}
            aria-pressed={detailsOpen}
            className={styles.wide}
            onPress={onDetails}
          />
          <MenuButton label={t('files.menu.label', { name })} entries={entries}>
            <IconButton label={t('app.more')} icon={Ellipsis} />
          </MenuButton>
          {actions.upload && !deleted && (
            <MenuButton
              label={t('files.place.upload')}
              entries={[
                {
                  id: 'files',
                  label: t('files.menu.upload'),
                  icon: FilePlus2,
                  onAction: () => ui.chooseAndUpload(target, false),
                },
                {
                  id: 'folder',
                  label: t('files.place.uploadFolder'),
                  icon: FolderUp,
                  onAction: () => ui.chooseAndUpload(target, true),
                },
              ]}
            >
              <Button
                variant="primary"
                icon={Upload}
                aria-label={t('files.place.upload')}
                className={styles.upload}
              >
                <span className={styles.uploadWord}>{t('files.place.upload')}</span>
              </Button>
            </MenuButton>
          )}
        </>
      )}
    </Bar>
  );
}
