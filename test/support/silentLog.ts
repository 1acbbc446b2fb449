// A log for parts that want one, in tests that do not read it.
import type { Log } from '#engine/base/types';

const nothing = (): void => undefined;

export const silentLog: Log = {
  error: nothing,
  warn: nothing,
  info: nothing,
  debug: nothing,
  child: () => silentLog,
};
