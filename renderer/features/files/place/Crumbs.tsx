// The path of the open directory, from the tree down; each step opens on a press and takes dropped files.
import clsx from 'clsx';
import { ChevronRight } from 'lucide-react';
import { Fragment } from 'react';
import { useTranslation } from '#app/words';
import type { DirectoryHeader } from '#contract/areas/files/directoriesModels';
import { Icon } from '#ui/marks/Icon';
import { dropAttributes, useHeld } from '../drop/drags';
import { directoryName } from '../words';
import styles from './Content.module.css';

export interface CrumbsProps {
  readonly directory: DirectoryHeader;
  /** Whether this account may write into a directory of the path, as far as the tree knows. */
  readonly mayWrite: (roomId: string) => boolean;
  readonly onOpen: (roomId: string) => void;
}

export function Crumbs({ directory, mayWrite, onOpen }: CrumbsProps) {
  const { t } = useTranslation();
  const held = useHeld();
  const name = directoryName(t, directory.name);
  const over = (roomId: string) => held !== null && held.allowed && held.key === `crumb ${roomId}`;
  const last = directory.path.length - 1;
  return (
    <nav className={styles.crumbs} aria-label={t('files.place.path')}>
      <ol>
        {directory.path.map(({ roomId, name: above }, index) => (
          <Fragment key={roomId}>
            <li className={index === last ? styles.near : styles.far}>
              <button
                type="button"
                dir="auto"
                title={above}
                className={clsx(styles.crumb, over(roomId) && styles.heldCrumb)}
                onClick={() => onOpen(roomId)}
                {...dropAttributes({
                  key: `crumb ${roomId}`,
                  roomId,
                  name: above,
                  upload: mayWrite(roomId),
                  createDirectory: mayWrite(roomId),
                })}
              >
                {above}
              </button>
              <Icon icon={ChevronRight} size={12} directional />
            </li>
          </Fragment>
        ))}
        <li className={styles.here}>
          <h2 dir="auto" title={name} aria-current="page">
            {name}
          </h2>
        </li>
      </ol>
    </nav>
  );
}
