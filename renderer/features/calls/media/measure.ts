// Measures the connection of a call between two all the time, but seldom (CALL-9.23), so that the quality panel has a history when it
// opens. Group calls have many connections and are measured only while the panel is open.
import { readConnection } from '../quality/read';
import { reportOf, type ConnectionReport, type Reading } from '../quality/report';

const everyMs = 10_000;

export interface Measure {
  /** The report of the last 10 s; null before the second reading of a connection. */
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
