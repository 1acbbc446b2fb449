// Files: trees, directories, entries, people.
import { appFailure } from '../../../preload/contract/errors';
import type { CallParts, Some } from './parts';

const unbuilt = (): never => {
  throw appFailure('internal', 'Not built yet');
};

export function treeCalls(
  _parts: CallParts,
): Some<
  | 'createTree'
  | 'createDirectory'
  | 'renameDirectory'
  | 'reorderDirectory'
  | 'moveDirectory'
  | 'deletePlan'
  | 'deleteDirectory'
  | 'leaveTree'
  | 'acceptTreeInvite'
  | 'declineTreeInvite'
  | 'markDirectorySeen'
  | 'renameFile'
  | 'lockFile'
  | 'deleteFiles'
  | 'restoreFile'
  | 'deleteForever'
  | 'restoreVersion'
  | 'sharingPlan'
  | 'setSharing'
> {
  return {
    createTree: unbuilt,
    createDirectory: unbuilt,
    renameDirectory: unbuilt,
    reorderDirectory: unbuilt,
    moveDirectory: unbuilt,
    deletePlan: unbuilt,
    deleteDirectory: unbuilt,
    leaveTree: unbuilt,
    acceptTreeInvite: unbuilt,
    declineTreeInvite: unbuilt,
    markDirectorySeen: unbuilt,
    renameFile: unbuilt,
    lockFile: unbuilt,
    deleteFiles: unbuilt,
    restoreFile: unbuilt,
    deleteForever: unbuilt,
    restoreVersion: unbuilt,
    sharingPlan: unbuilt,
    setSharing: unbuilt,
  };
}
