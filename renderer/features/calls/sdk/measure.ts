// What the SDK measures of a connection every ten seconds (CALL-3.9, 9.23); from the peer connection alone.
import type { MatrixCall } from 'matrix-js-sdk/lib/webrtc/call.js';
import { GroupCallStats } from 'matrix-js-sdk/lib/webrtc/stats/groupCallStats.js';
import {
  StatsReport,
  type ConnectionStatsReport,
} from 'matrix-js-sdk/lib/webrtc/stats/statsReport.js';

export type CallStats = ConnectionStatsReport;

export interface Measure {
  /** The newest; null before the first. */
  stats(): CallStats | null;
  stop(): void;
}

export function measureCall(call: MatrixCall, ownUserId: string, changed: () => void): Measure {
  const measured = new GroupCallStats(call.callId, ownUserId);
  let newest: CallStats | null = null;
  measured.reports.on(StatsReport.CONNECTION_STATS, (report) => {
    newest = report;
    changed();
  });
  // Before the peer connection is made, or on the one that is there.
  call.initStats(measured);
  const { peerConn } = call;
  const opponent = call.getOpponentMember()?.userId ?? 'unknown';
  if (peerConn !== undefined) measured.addStatsReportGatherer(call.callId, opponent, peerConn);
  return { stats: () => newest, stop: () => measured.stop() };
}
