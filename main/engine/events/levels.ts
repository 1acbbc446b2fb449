// Levels in the content of `m.room.power_levels`, as the server reads them.
import { isRecord } from '../base/record';

const integerText = /^\s*[+-]?\d{1,15}\s*$/;

/** Old rooms hold levels as text; a value that is no integer counts as absent. */
export function levelOf(value: unknown): number | null {
  if (typeof value === 'number') return Number.isSafeInteger(value) ? value : null;
  return typeof value === 'string' && integerText.test(value) ? Number(value) : null;
}

/** Reads own properties only: user ids and event types are chosen by other people. */
export const ownValue = (record: unknown, key: string): unknown =>
  isRecord(record) && Object.hasOwn(record, key) ? record[key] : undefined;

/** The level that a state event of this type needs; without `m.room.power_levels` everybody may change state. */
export function stateLevel(content: Record<string, unknown> | null, type: string): number {
  if (content === null) return 0;
  return (
    levelOf(ownValue(ownValue(content, 'events'), type)) ??
    levelOf(ownValue(content, 'state_default')) ??
    50
  );
}
