// Logs uncaught exceptions of main, which continues: it holds no data, and a dialog about them would help no user.
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
