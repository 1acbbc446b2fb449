// Files: what a window may watch of trees, directories and found files.
import { appFailure } from '../../../preload/contract/errors';
import type { EngineParts, Lists, Values } from './parts';

const unbuilt = (): never => {
  throw appFailure('internal', 'Not built yet');
};

export const fileValues = (_parts: EngineParts): Pick<Values, 'directory' | 'file'> => ({
  directory: unbuilt,
  file: unbuilt,
});

export const fileLists = (
  _parts: EngineParts,
): Pick<Lists, 'trees' | 'directoryItems' | 'sharing' | 'files'> => ({
  trees: unbuilt,
  directoryItems: unbuilt,
  sharing: unbuilt,
  files: unbuilt,
});
