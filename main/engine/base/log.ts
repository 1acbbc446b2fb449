// One line per entry: `area message key=value`. Ids are shortened here, so that no caller has to think of it; bodies, keys, tokens,
// names and file names never get this far.
import type { Log, LogFields } from './types';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';
export type LogSink = (level: LogLevel, line: string) => void;

const order: readonly LogLevel[] = ['error', 'warn', 'info', 'debug'];
const longestValue = 120;
/** Frames of a stack; main cuts a line at 2,000. */
const longestStack = 1500;

/** `!room:server` → `!roo…`, `@user:server` → `@use…`, `$event` → `$eve…`: enough to follow a thread, too little to identify. */
function shorten(value: string, longest = longestValue): string {
  const masked = value
    .replace(/([!@$#])([A-Za-z0-9._=/+-]{1,4})[A-Za-z0-9._=/+-]*(:[A-Za-z0-9.:[\]-]+)?/g, '$1$2…')
    // The same in the path of an address.
    .replace(/(%(?:21|40|24|23))([A-Za-z0-9._=+-]{1,4})[A-Za-z0-9._=+%-]*/g, '$1$2…');
  return masked.length > longest ? `${masked.slice(0, longest)}…` : masked;
}

const oneLine = (text: string): string => text.replace(/\s+/g, ' ');

export function createLog(sink: LogSink, level: LogLevel, area = 'engine'): Log {
  const limit = order.indexOf(level);
  const write = (at: LogLevel, message: string, fields: LogFields = {}): void => {
    if (order.indexOf(at) > limit) return;
    const pairs = Object.entries(fields).map(
      ([key, value]) =>
        ` ${key}=${shorten(oneLine(String(value)), key === 'stack' ? longestStack : longestValue)}`,
    );
    sink(at, `${area} ${shorten(oneLine(message))}${pairs.join('')}`);
  };
  return {
    error: (message, fields) => write('error', message, fields),
    warn: (message, fields) => write('warn', message, fields),
    info: (message, fields) => write('info', message, fields),
    debug: (message, fields) => write('debug', message, fields),
    child: (name) => createLog(sink, level, name),
  };
}
