// Files: bytes on their way, copies, what is kept offline.
import { appFailure } from '../../../preload/contract/errors';
import type { CallParts, Some } from './parts';

const unbuilt = (): never => {
  throw appFailure('internal', 'Not built yet');
};

export function transferCalls(
  _parts: CallParts,
): Some<
  | 'copyPlan'
  | 'copyFiles'
  | 'saveToDirectory'
  | 'uploadPlan'
  | 'upload'
  | 'saveFile'
  | 'saveDirectoryZip'
  | 'transfers'
  | 'keepOffline'
  | 'freeSpace'
> {
  return {
    copyPlan: unbuilt,
    copyFiles: unbuilt,
    saveToDirectory: unbuilt,
    uploadPlan: unbuilt,
    upload: unbuilt,
    saveFile: unbuilt,
    saveDirectoryZip: unbuilt,
    transfers: unbuilt,
    keepOffline: unbuilt,
    freeSpace: unbuilt,
  };
}
