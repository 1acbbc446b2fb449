// One reading of a connection. It asks the browser, and no server (CALL-7.25).
import type { Reading, StatRow } from './report';

export async function readConnection(connection: RTCPeerConnection): Promise<Reading> {
  const rows = new Map<string, StatRow>();
  const stats = await connection.getStats();
  stats.forEach((row: StatRow, id: string) => rows.set(id, row));
  return rows;
}
