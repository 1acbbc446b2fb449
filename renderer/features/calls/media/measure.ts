// The connection of a call between two, measured all the time but seldom (CALL-9.23): who opens the quality panel sees how it was until now.
// Group calls have many connections and are measured only while somebody looks.
import { readConnection } from '../quality/read';
import { reportOf, type ConnectionReport, type Reading } from '../quality/report';

const everyMs = 10_000;

export interface Measure {
  /** Of the last 10 s; null before the second reading of a connection. */
  report(): ConnectionReport | null;
  stop(): void;
}

interface Last {
  readonly connection: RTCPeerConnection;
  readonly reading: Reading;
}

export function measureCall(
  connectionOf: () => RTCPeerConnection | undefined,
  changed: () => void,
): Measure {
  let last: Last | null = null;
  let report: ConnectionReport | null = null;
  let stopped = false;

  async function look(): Promise<void> {
    const connection = connectionOf();
    if (connection?.connectionState !== 'connected') return;
    const reading = await readConnection(connection).catch(() => null);
    if (reading === null || stopped) return;
    if (last?.connection === connection) report = reportOf(reading, last.reading);
    last = { connection, reading };
    changed();
  }
  const timer = setInterval(() => void look(), everyMs);
  return {
    report: () => report,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}
