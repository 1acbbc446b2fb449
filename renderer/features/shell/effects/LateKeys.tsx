// Keys that count once the window stands.
import { useListFocus } from './useListFocus';
import { SelectAll } from './SelectAll';
import { TypedAhead } from './TypedAhead';

export function LateKeys() {
  useListFocus();
  return (
    <>
      <SelectAll />
      <TypedAhead />
    </>
  );
}
