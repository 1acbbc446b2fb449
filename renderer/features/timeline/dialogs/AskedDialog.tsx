// Draws the dialog that was asked for about a message. What it draws comes with its first use.
import type { ReactNode } from 'react';
import { later } from '#app/later';
import { RemindDialog } from '../../kept';
import { ReportDialog } from '../../report';
import type { Asked, MessageDialogProps } from './useMessageDialogs';

const DeleteDialog = later(async () => (await import('./DeleteDialog')).DeleteDialog);
const ForwardMessage = later(async () => (await import('../forward/ForwardDialog')).ForwardMessage);
const EditPollDialog = later(async () => (await import('../polls/EditPollDialog')).EditPollDialog);
const EndPollDialog = later(async () => (await import('../polls/EndPollDialog')).EndPollDialog);
const ReactorsDialog = later(async () => (await import('./ReactorsDialog')).ReactorsDialog);
const ReadersDialog = later(async () => (await import('./ReadersDialog')).ReadersDialog);
const SaveFilesDialog = later(async () => (await import('./SaveFilesDialog')).SaveFilesDialog);
const SourceDialog = later(async () => (await import('./SourceDialog')).SourceDialog);
const VersionsDialog = later(async () => (await import('./VersionsDialog')).VersionsDialog);

export function AskedDialog(about: Asked & MessageDialogProps): ReactNode {
  switch (about.what) {
    case 'redact':
      return <DeleteDialog {...about} />;
    case 'report':
      return <ReportDialog {...about} />;
    case 'forward':
      return <ForwardMessage {...about} />;
    case 'saveTo':
      return <SaveFilesDialog {...about} items={[about.item]} />;
    case 'remind':
      return <RemindDialog {...about} />;
    case 'versions':
      return <VersionsDialog {...about} />;
    case 'endPoll':
      return <EndPollDialog {...about} />;
    case 'editPoll':
      return <EditPollDialog {...about} />;
    case 'reactors':
      return <ReactorsDialog {...about} />;
    case 'readers':
      return <ReadersDialog {...about} />;
    case 'source':
      return <SourceDialog {...about} />;
    default:
      return about satisfies never;
  }
}
