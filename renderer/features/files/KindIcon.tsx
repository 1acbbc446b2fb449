// The kind of a file as a small coloured icon; a directory is a plain folder. Decorative: the name always stands beside it.
import clsx from 'clsx';
import {
  File,
  FileArchive,
  FileAudio,
  FileCode,
  FileImage,
  FileSpreadsheet,
  FileText,
  FileType,
  FileVideo,
  FileWarning,
  Folder,
  FolderLock,
  PenTool,
  Presentation,
} from 'lucide-react';
import type { FileKind } from '#contract/areas/files/filesModels';
import { Icon, type LucideIcon } from '#ui/marks/Icon';
import styles from './KindIcon.module.css';

const icons: Readonly<Record<KindIconProps['kind'], LucideIcon>> = {
  directory: Folder,
  viewOnly: FolderLock,
  risky: FileWarning,
  image: FileImage,
  video: FileVideo,
  audio: FileAudio,
  pdf: FileText,
  text: FileText,
  code: FileCode,
  markdown: FileType,
  document: FileText,
  sheet: FileSpreadsheet,
  slides: Presentation,
  archive: FileArchive,
  design: PenTool,
  other: File,
};

export interface KindIconProps {
  /** `risky`: opening it may do harm. */
  readonly kind: FileKind | 'directory' | 'viewOnly' | 'risky';
  /** 24, 32 or 40 px. */
  readonly size?: 's' | 'm' | 'l';
  readonly className?: string | undefined;
}

export function KindIcon({ kind, size = 's', className }: KindIconProps) {
  const plain = kind === 'directory' || kind === 'viewOnly';
  return (
    <span className={clsx(styles.kind, styles[size], styles[kind], className)} aria-hidden="true">
      <Icon icon={icons[kind]} size={size === 's' && !plain ? 16 : 20} />
    </span>
  );
}
