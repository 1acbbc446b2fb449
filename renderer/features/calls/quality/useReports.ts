// Reads the connections once a second while the quality panel is open, and keeps the last minute for the graphs.
import { useEffect, useRef, useState } from 'react';
import { readConnection } from './read';
import { reportOf, type ConnectionReport, type Reading } from './report';

export interface Line {
  readonly key: string;
  readonly name: string;
  readonly connection: RTCPeerConnection;
  /** The last measurement before the panel opened: shown until the panel has two readings of its own. */
  readonly measured?: ConnectionReport | null;
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

function measuredBefore(lines: readonly Line[]): Measured {
  const reports = new Map<string, ConnectionReport>();
  for (const { key, measured } of lines)
    if (measured !== undefined && measured !== null) reports.set(key, measured);
  return { reports, points: reports.size === 0 ? [] : [pointOf([...reports.values()])] };
}

export function useReports(lines: readonly Line[]): Measured {
  const [measured, setMeasured] = useState<Measured>(() => measuredBefore(lines));
  const current = useRef(lines);
  useEffect(() => {
    current.current = lines;
  }, [lines]);
  useEffect(() => {
    const before = new Map<string, LastReading>();
    let ended = false;
    async function look(): Promise<void> {
      const reports = new Map<string, ConnectionReport>();
      for (const { key, connection, measured: earlier } of current.current) {
        if (connection.connectionState !== 'connected') continue;
        const reading = await readConnection(connection).catch(() => null);
        if (reading === null) continue;
        const last = before.get(key);
        before.set(key, { connection, reading });
        const report =
          last?.connection === connection ? reportOf(reading, last.reading) : (earlier ?? null);
        if (report !== null) reports.set(key, report);
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
