// A log for the parts that want one.
import type { Log } from '#engine/base/types';

const nothing = (): void => undefined;

export const quiet: Log = {
  error: (message, fields) =>
    void process.stderr.write(`${message} ${JSON.stringify(fields ?? {})}\n`),
  warn: nothing,
  info: nothing,
  debug: nothing,
  child: () => quiet,
};
