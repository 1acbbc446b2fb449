// What nobody caught in main: noted, never the end. Main holds no data, and going on beats a dialog that nobody can answer.
import type { Logs } from './logs';

export function watchAccidents({ log, flush }: Logs): void {
  process.on('uncaughtException', (error) => {
    log.error('uncaught exception', { stack: error.stack ?? error.message });
    void flush();
  });
  process.on('unhandledRejection', (reason) => {
    const stack = reason instanceof Error ? (reason.stack ?? reason.message) : typeof reason;
    log.error('unhandled rejection', { stack });
  });
}
