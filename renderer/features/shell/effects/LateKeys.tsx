// Keys that count once the window stands.
import { useParts } from './parts';
import { useListFocus } from './useListFocus';
import { SelectAll } from './SelectAll';
import { TypedAhead } from './TypedAhead';
import { useUnreadKeys } from './useUnreadKeys';

export function LateKeys() {
  useParts();
  useListFocus();
  useUnreadKeys();
  return (
    <>
      <SelectAll />
      <TypedAhead />
    </>
  );
}
