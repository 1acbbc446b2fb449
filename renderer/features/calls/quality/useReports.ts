// Reads the connections once a second while somebody looks, and keeps the last minute for the graphs.
import { useEffect, useState } from 'react';
import { reportOf, type ConnectionReport, type Reading, type StatRow } from './report';

export interface Line {
  readonly key: string;
  readonly name: string;
  readonly connection: RTCPeerConnection;
}

export interface Point {
  readonly roundTripMs: number;
  readonly lossPercent: number;
  readonly up: number;
  readonly down: number;
}

export interface Measured {
  readonly reports: ReadonlyMap<string, ConnectionReport>;
  readonly points: readonly Point[];
}

const everyMs = 1_000;
const mostPoints = 60;

async function read(connection: RTCPeerConnection): Promise<Reading> {
  const rows = new Map<string, StatRow>();
  const stats = await connection.getStats();
  stats.forEach((row: StatRow, id: string) => rows.set(id, row));
  return rows;
}

function pointOf(reports: readonly ConnectionReport[]): Point {
  const most = (values: readonly number[]): number => Math.max(0, ...values);
  const all = (values: readonly number[]): number => values.reduce((sum, one) => sum + one, 0);
  return {
    roundTripMs: most(reports.map(({ transport }) => transport.roundTripMs ?? 0)),
    lossPercent: most(
      reports.map(({ packetLoss }) => Math.max(packetLoss.download, packetLoss.upload)),
    ),
    up: all(reports.map(({ bitrate }) => bitrate.upload)),
    down: all(reports.map(({ bitrate }) => bitrate.download)),
  };
}

export function useReports(lines: readonly Line[]): Measured {
  const [measured, setMeasured] = useState<Measured>({ reports: new Map(), points: [] });
  const key = lines.map((line) => line.key).join('\n');
  useEffect(() => {
    const before = new Map<string, Reading>();
    let ended = false;
    async function look(): Promise<void> {
      const reports = new Map<string, ConnectionReport>();
      for (const { key: lineKey, connection } of lines) {
        if (connection.connectionState !== 'connected') continue;
        const now = await read(connection).catch(() => null);
        const old = before.get(lineKey);
        if (now === null) continue;
        before.set(lineKey, now);
        if (old !== undefined) reports.set(lineKey, reportOf(now, old));
      }
      if (ended) return;
      setMeasured(({ points }) => ({
        reports,
        points:
          reports.size === 0
            ? points
            : [...points, pointOf([...reports.values()])].slice(-mostPoints),
      }));
    }
    void look();
    const timer = setInterval(() => void look(), everyMs);
    return () => {
      ended = true;
      clearInterval(timer);
    };
    // eslint-disable-next-line react-hooks/exhaustive-deps -- a line is named by its key; its connection lives as long
  }, [key]);
  return measured;
}
