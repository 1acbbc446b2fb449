// The one question that is open in Files.
import { useTranslation } from '#app/words';
import { useAppDispatch, useAppSelector } from '#app/store';
import {
  detailsShown,
  directoryClosed,
  directoryOpened,
  expandedSet,
  filesSelected,
} from '#app/places/filesPlace';
import { NewDirectoryDialog } from '../dialogs/NewDirectoryDialog';
import { RenameDirectoryDialog } from '../dialogs/RenameDirectoryDialog';
import { UnlockDialog } from '../dialogs/UnlockDialog';
import { LeaveTreeDialog } from '../dialogs/LeaveTreeDialog';
import { DeleteDialog, ShareDialog } from '../panels';
import { ShareFiles } from '../dialogs/ShareFiles';
import { DirectoryPicker } from '../roomFiles/DirectoryPicker';
import type { FilesDialog, FilesUi } from './filesUi';
import { WhileThere } from './WhileThere';

export interface FilesDialogsProps {
  readonly dialog: FilesDialog | null;
  readonly carry: FilesUi['carry'];
  readonly onClose: () => void;
}

export function FilesDialogs(props: FilesDialogsProps) {
  const { dialog, onClose } = props;
  if (dialog === null) return null;
  const leaves = dialog.kind === 'leave' || dialog.kind === 'delete';
  return (
    <WhileThere {...{ roomId: folderOf(dialog), leaves, onClose }}>
      <OpenDialog {...props} dialog={dialog} />
    </WhileThere>
  );
}

/** The folder without which there is nothing to ask. */
function folderOf(dialog: FilesDialog): string | null {
  switch (dialog.kind) {
    case 'newTree':
      return null;
    case 'newDirectory':
      return dialog.parent.roomId;
    case 'rename':
    case 'leave':
      return dialog.directory.roomId;
    case 'share':
      return dialog.roomId;
    case 'delete':
      return dialog.target.kind === 'entry' ? dialog.target.parentId : dialog.target.roomId;
    case 'unlock':
    case 'send':
      return dialog.files[0]?.roomId ?? null;
    case 'carry':
      return dialog.carried.fromId;
    default:
      return dialog satisfies never;
  }
}

function OpenDialog({
  dialog,
  carry,
  onClose,
}: FilesDialogsProps & { readonly dialog: FilesDialog }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const openId = useAppSelector((state) => state.files.directoryId);
  const gone = (roomId: string) => {
    onClose();
    if (openId === roomId) dispatch(directoryClosed());
  };
  switch (dialog.kind) {
    case 'newTree':
    case 'newDirectory': {
      const parent = dialog.kind === 'newTree' ? null : dialog.parent;
      return (
        <NewDirectoryDialog
          parent={parent}
          onClose={onClose}
          onMade={(roomId) => {
            onClose();
            if (parent === null) dispatch(directoryOpened(roomId));
            else {
              dispatch(expandedSet({ roomIds: [parent.roomId], open: true }));
              if (openId === parent.roomId) dispatch(filesSelected([]));
            }
          }}
        />
      );
    }
    case 'rename':
      return <RenameDirectoryDialog directory={dialog.directory} onClose={onClose} />;
    case 'share':
      return <ShareDialog roomId={dialog.roomId} onClose={onClose} />;
    case 'delete': {
      const { target } = dialog;
      return (
        <DeleteDialog
          target={target}
          onClose={onClose}
          onDone={() => {
            if (target.kind !== 'files') gone(target.roomId);
            else onClose();
          }}
        />
      );
    }
    case 'unlock':
      return <UnlockDialog files={dialog.files} onClose={onClose} />;
    case 'leave':
      return (
        <LeaveTreeDialog
          directory={dialog.directory}
          onClose={onClose}
          onLeft={() => gone(dialog.directory.roomId)}
          onPeople={() => {
            onClose();
            dispatch(directoryOpened(dialog.directory.roomId));
            dispatch(filesSelected([]));
            dispatch(detailsShown(true));
          }}
        />
      );
    case 'send':
      return <ShareFiles files={dialog.files} onClose={onClose} />;
    case 'carry': {
      const { carried, mode } = dialog;
      const names = [...carried.directories, ...carried.files].map(({ name }) => name);
      const { length: count, 0: name } = names;
      return (
        <DirectoryPicker
          title={t(mode === 'move' ? 'files.dialog.moveTitle' : 'files.dialog.copyTitle', {
            count,
            name,
          })}
          confirmLabel={t(mode === 'move' ? 'files.dialog.move' : 'files.dialog.copy')}
          excluded={carried.directories.map(({ roomId }) => roomId)}
          here={mode === 'move' ? carried.fromId : undefined}
          onPick={(roomId, name) => {
            onClose();
            carry(carried, { roomId, name }, mode);
          }}
          onClose={onClose}
        />
      );
    }
    default:
      return dialog satisfies never;
  }
}
