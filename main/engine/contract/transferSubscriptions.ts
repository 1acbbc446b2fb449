// Files: what a window may watch of transfers and of the space on this disk.
import { appFailure } from '../../../preload/contract/errors';
import type { EngineParts, Lists, Values } from './parts';

const unbuilt = (): never => {
  throw appFailure('internal', 'Not built yet');
};

export const transferValues = (
  _parts: EngineParts,
): Pick<Values, 'transferSummary' | 'storage'> => ({
  transferSummary: unbuilt,
  storage: unbuilt,
});

export const transferLists = (_parts: EngineParts): Pick<Lists, 'transfers'> => ({
  transfers: unbuilt,
});
