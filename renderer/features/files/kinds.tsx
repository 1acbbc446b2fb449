// Kinds of files as icons on one of the avatar colours, so that a list can be read at a glance.
import clsx from 'clsx';
import {
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileVideo,
  Folder,
  FolderLock,
  FolderOpen,
  PenTool,
  Presentation,
} from 'lucide-react';
import type { TFunction } from 'i18next';
import type { FileKind } from '../../../preload/contract/fileModels';
import { Icon, type IconSize, type LucideIcon } from '../../ui/Icon';
import styles from './kinds.module.css';

const icons: Readonly<Record<FileKind, LucideIcon>> = {
  image: FileImage,
  video: FileVideo,
  audio: FileAudio,
  pdf: FileText,
  text: FileText,
  code: FileCode,
  markdown: FileText,
  document: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
  archive: FileArchive,
  design: PenTool,
  other: File,
};

export interface KindIconProps {
  readonly kind: FileKind;
  /** 24 in rows, 32 in cards, 40 at heads. */
  readonly size?: 24 | 32 | 40;
  readonly className?: string | undefined;
}

/** Decorative: the name or the kind in words stands beside it. */
export function KindIcon({ kind, size = 24, className }: KindIconProps) {
  return (
    <span
      aria-hidden="true"
      className={clsx(styles.kind, styles[kind], styles[`s${size}`], className)}
    >
      <Icon icon={icons[kind]} size={size === 24 ? 16 : 20} />
    </span>
  );
}

export interface FolderIconProps {
  readonly open?: boolean;
  /** Everybody else may write here, this account may not. */
  readonly viewOnly?: boolean;
  readonly size?: IconSize;
}

export function FolderIcon({ open = false, viewOnly = false, size = 16 }: FolderIconProps) {
  return <Icon icon={viewOnly ? FolderLock : open ? FolderOpen : Folder} size={size} />;
}

/** `PDF`, `Picture`; for the column, the details and the screen reader. */
export const kindWord = (t: TFunction, kind: FileKind): string => t(`files.kind.${kind}`);
