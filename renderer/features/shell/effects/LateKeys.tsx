// Keys that count once the window stands.
import { SelectAll } from './SelectAll';
import { TypedAhead } from './TypedAhead';

export function LateKeys() {
  return (
    <>
      <SelectAll />
      <TypedAhead />
    </>
  );
}
