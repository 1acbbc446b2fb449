// Reads the connections once a second while somebody looks, and keeps the last minute for the graphs.
import { useEffect, useRef, useState } from 'react';
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

interface LastReading {
  readonly connection: RTCPeerConnection;
  readonly reading: Reading;
}

export function useReports(lines: readonly Line[]): Measured {
  const [measured, setMeasured] = useState<Measured>({ reports: new Map(), points: [] });
  const current = useRef(lines);
  useEffect(() => {
    current.current = lines;
  }, [lines]);
  useEffect(() => {
    const before = new Map<string, LastReading>();
    let ended = false;
    async function look(): Promise<void> {
      const reports = new Map<string, ConnectionReport>();
      for (const { key, connection } of current.current) {
        if (connection.connectionState !== 'connected') continue;
        const reading = await read(connection).catch(() => null);
        if (reading === null) continue;
        const last = before.get(key);
        before.set(key, { connection, reading });
        if (last?.connection === connection) reports.set(key, reportOf(reading, last.reading));
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
  }, []);
  return measured;
}
