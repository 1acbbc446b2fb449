// The quality panel's numbers from two readings of a connection, and the side whose network it blames.
import {
  reportOf,
  summaryOf,
  verdictOf,
  type ConnectionReport,
  type Reading,
  type StatRow,
} from '../../../renderer/features/calls/quality/report';

const reading = (rows: readonly StatRow[]): Reading => new Map(rows.map((row) => [row.id, row]));
const at = (timestamp: number, grown: number): Reading =>
  reading([
    { id: 'T', type: 'transport', selectedCandidatePairId: 'P' },
    {
      id: 'P',
      type: 'candidate-pair',
      localCandidateId: 'L',
      currentRoundTripTime: 0.038,
      availableOutgoingBitrate: 1_500_000,
      availableIncomingBitrate: 800_000,
    },
    { id: 'L', type: 'local-candidate', candidateType: 'relay', protocol: 'udp' },
    { id: 'CA', type: 'codec', mimeType: 'audio/opus' },
    { id: 'CV', type: 'codec', mimeType: 'video/VP8' },
    {
      id: 'IA',
      type: 'inbound-rtp',
      kind: 'audio',
      timestamp,
      bytesReceived: 4_000 * grown,
      packetsReceived: 48 * grown,
      packetsLost: 2 * grown,
      jitter: 0.012,
      codecId: 'CA',
      totalSamplesReceived: 48_000 * grown,
      totalSamplesDuration: grown,
      concealedSamples: 480 * grown,
    },
    {
      id: 'IV',
      type: 'inbound-rtp',
      kind: 'video',
      timestamp,
      bytesReceived: 100_000 * grown,
      packetsReceived: 50 * grown,
      packetsLost: 0,
      frameWidth: 640,
      frameHeight: 360,
      framesPerSecond: 20,
      codecId: 'CV',
    },
    {
      id: 'OA',
      type: 'outbound-rtp',
      kind: 'audio',
      timestamp,
      bytesSent: 5_000 * grown,
      packetsSent: 50 * grown,
      codecId: 'CA',
    },
    { id: 'RA', type: 'remote-inbound-rtp', localId: 'OA', packetsLost: 5 * grown },
  ]);

const report = (): ConnectionReport => reportOf(at(2_000, 2), at(1_000, 1));

test('CALL-3.9 CALL-9.25 CALL-9.26 rates are bits per second, losses percent, jitter and round trip ms', () => {
  expect(report()).toEqual({
    bitrate: {
      upload: 40_000,
      download: 832_000,
      audio: { upload: 40_000, download: 32_000 },
      video: { upload: 0, download: 800_000 },
    },
    packetLoss: { upload: 10, download: 2, total: 4.7 },
    framerate: { upload: 0, download: 20 },
    resolution: { upload: null, download: { width: 640, height: 360 } },
    codec: { audio: 'opus', video: 'VP8' },
    jitter: { audio: 12, video: null },
    audioConcealment: { concealedMs: 10, totalMs: 1_000 },
    transport: { type: 'relay', protocol: 'udp', roundTripMs: 38 },
    bandwidth: { upload: 1_500_000, download: 800_000 },
    received: { audio: true, video: true },
    expected: { audio: true, video: true },
  });
});

test('a first reading, or none of a kind, is no traffic and no loss', () => {
  const first = reportOf(at(1_000, 1), new Map());
  expect([first.bitrate.download, first.packetLoss.total]).toEqual([0, 0]);
  expect(reportOf(new Map(), new Map()).transport).toEqual({
    type: null,
    protocol: null,
    roundTripMs: null,
  });
});

test('CALL-3.10 CALL-9.24 the summary counts what is received, the worst of all, and who is there', () => {
  const silent = { ...report(), received: { audio: false, video: true } };
  const users = { users: 3, devices: 4 };
  expect(summaryOf([report(), report(), silent], users)).toEqual({
    percentageReceivedMedia: 0.66667,
    percentageReceivedVideoMedia: 1,
    percentageReceivedAudioMedia: 0.66667,
    maxJitter: 12,
    maxPacketLoss: 2,
    percentageConcealedAudio: 0.01,
    peerConnections: 3,
    opponentDevicesInCall: 4,
    opponentUsersInCall: 3,
  });
});

test('where every line is weak ours is to blame, where one is, theirs', () => {
  const good = { ...report(), packetLoss: { upload: 0, download: 0, total: 0 } };
  const weak = { ...good, packetLoss: { upload: 0, download: 9, total: 5 } };
  const ours = { ...good, packetLoss: { upload: 9, download: 0, total: 5 } };
  const of = (...all: ConnectionReport[]) =>
    verdictOf(new Map(all.map((one, index) => [String(index), one])));
  expect(of()).toEqual({ side: 'none' });
  expect(of(good, good)).toEqual({ side: 'good' });
  expect(of(good, weak)).toEqual({ side: 'theirs', key: '1' });
  expect(of(weak, weak)).toEqual({ side: 'yours' });
  expect(of(ours)).toEqual({ side: 'yours' });
  expect(of(weak)).toEqual({ side: 'theirs', key: '0' });
  // One line that loses on both ways, or is only late: nobody can tell.
  expect(of({ ...good, packetLoss: { upload: 9, download: 9, total: 9 } }).side).toBe('between');
  const late = { ...good, transport: { ...good.transport, roundTripMs: 900 } };
  expect(of(late).side).toBe('between');
});
