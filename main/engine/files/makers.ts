// A file that was moved is a new message of whoever moved it; its content names who made the version, and when. That is their word, and
// shown with their name.
import { isRecord } from '#stores/events/types';

/** Own field in the encrypted content of a moved version. */
export const madeByKey = 'org.trellis.made_by';

export interface Maker {
  readonly userId: string;
  readonly atMs: number;
}

const userIdText = /^@[^\s:]*:\S+$/;
const longestUserId = 255;

/** The maker that a content names; null where it names none. */
export function makerIn(content: Readonly<Record<string, unknown>>): Maker | null {
  const maker = content[madeByKey];
  if (!isRecord(maker)) return null;
  const { sender: userId, origin_server_ts: atMs } = maker;
  if (typeof userId !== 'string' || userId.length > longestUserId || !userIdText.test(userId))
    return null;
  const isTime = typeof atMs === 'number' && Number.isSafeInteger(atMs) && atMs >= 0;
  return isTime ? { userId, atMs } : null;
}

/** The field that {@link makerIn} reads. */
export const namedMaker = ({ userId, atMs }: Maker): Record<string, unknown> => ({
  [madeByKey]: { sender: userId, origin_server_ts: atMs },
});
