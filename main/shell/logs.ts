// The log files: three of 10 MB, written in the background, one writer for main and every engine. Redacts secrets that callers should not
// have written. Never blocks and never throws: a full disk costs log lines, nothing else.
import { appendFile, mkdir, readFile, rename, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';

export type LogLevel = 'error' | 'warn' | 'info' | 'debug';
export type LogFields = Readonly<Record<string, string | number | boolean | null>>;

export interface Log {
  error(message: string, fields?: LogFields): void;
  warn(message: string, fields?: LogFields): void;
  info(message: string, fields?: LogFields): void;
  debug(message: string, fields?: LogFields): void;
  child(area: string): Log;
}

export interface Logs {
  readonly log: Log;
  /** Takes a complete line of an engine. */
  line(level: LogLevel, text: string): void;
  /** All kept lines, oldest first; for *save logs*. */
  collect(): Promise<string>;
  /** Resolves when all lines so far are on the disk. */
  flush(): Promise<void>;
}

export interface LogsDeps {
  readonly folder: string;
  readonly now: () => number;
  readonly maxBytes?: number;
  readonly debug?: boolean;
}

const keptFiles = 3;
const maxQueued = 5_000;
const longestLine = 2_000;

const redactions: readonly (readonly [RegExp, string])[] = [
  [/\b(syt|mct|mcr|mat|mrt|sst)_[A-Za-z0-9._~-]+/g, '[token]'],
  [/\b(Bearer|Basic)\s+[A-Za-z0-9._~+/=-]+/gi, '$1 [token]'],
  [
    /((?:access|refresh|login|id)_?token|password|passphrase|secret|recovery_?key|authorization)(["']?\s*[:=]\s*["']?)[^\s"',&}]+/gi,
    '$1$2[secret]',
  ],
  [/\bE[sS][A-Za-z0-9]{2}(?: [A-Za-z0-9]{4}\b){8,}/g, '[recovery key]'],
  [/\beyJ[A-Za-z0-9_-]{10,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g, '[token]'],
];

/** Text of at least the length of a key in base64, but not a path of a stack trace. */
const longValue = /\b[A-Za-z0-9+/_-]{40,}={0,2}/g;
const unlessPath = (value: string): string =>
  value.split('/').length > 3 ? value : '[long value]';

/** One line without anything that looks like a secret. */
export function redact(text: string): string {
  const line = text.replace(/[\r\n]+/g, ' | ').slice(0, longestLine);
  return redactions
    .reduce((kept, [pattern, by]) => kept.replace(pattern, by), line)
    .replace(longValue, unlessPath);
}

export function createLogs({ folder, now, maxBytes = 10 * 1024 * 1024, debug }: LogsDeps): Logs {
  const path = (index: number): string =>
    join(folder, index === 0 ? 'trellis.log' : `trellis.${index}.log`);
  let queue: string[] = [];
  let dropped = 0;
  let size: number | null = null;
  let writing: Promise<void> | null = null;

  const rotate = async (): Promise<void> => {
    await rm(path(keptFiles - 1), { force: true });
    for (let index = keptFiles - 2; index >= 0; index -= 1) {
      // The file does not exist yet.
      await rename(path(index), path(index + 1)).catch(() => undefined);
    }
    size = 0;
  };

  const write = async (lines: string[]): Promise<void> => {
    if (size === null) {
      await mkdir(folder, { recursive: true });
      size = await stat(path(0)).then(
        (found) => found.size,
        () => 0,
      );
    }
    const text = lines.join('');
    if (size > 0 && size + text.length > maxBytes) await rotate();
    await appendFile(path(0), text, { mode: 0o600 });
    size += text.length;
  };

  /** Writes the waiting lines; lines that cannot be written are dropped, which is logged once writing works again. */
  const drain = async (): Promise<void> => {
    while (queue.length > 0) {
      const lines = queue;
      queue = [];
      if (dropped > 0) lines.push(`${new Date(now()).toISOString()} warn log dropped=${dropped}\n`);
      const said = dropped;
      dropped = 0;
      // The disk is full, and there is no log to report it.
      await write(lines).catch(() => {
        dropped += said + lines.length;
      });
    }
  };

  const flush = async (): Promise<void> => {
    while (writing !== null || queue.length > 0) {
      writing ??= drain().finally(() => {
        writing = null;
      });
      await writing;
    }
  };

  const line = (level: LogLevel, text: string): void => {
    if (level === 'debug' && debug !== true) return;
    if (queue.length >= maxQueued) {
      dropped += 1;
      return;
    }
    queue.push(`${new Date(now()).toISOString()} ${level} ${redact(text)}\n`);
    if (writing === null) void flush();
  };

  const logOf = (area: string): Log => {
    const write =
      (level: LogLevel) =>
      (message: string, fields: LogFields = {}): void => {
        const pairs = Object.entries(fields).map(([key, value]) => ` ${key}=${String(value)}`);
        line(level, `${area} ${message}${pairs.join('')}`);
      };
    return {
      error: write('error'),
      warn: write('warn'),
      info: write('info'),
      debug: write('debug'),
      child: logOf,
    };
  };

  const collect = async (): Promise<string> => {
    await flush();
    const parts: string[] = [];
    for (let index = keptFiles - 1; index >= 0; index -= 1) {
      // The file does not exist yet.
      parts.push(await readFile(path(index), 'utf8').catch(() => ''));
    }
    return parts.join('');
  };

  return { log: logOf('main'), line, collect, flush };
}
