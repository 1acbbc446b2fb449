// What is measured of a call, and in which units.
import { GroupCallStats } from 'matrix-js-sdk/lib/webrtc/stats/groupCallStats';
import { StatsReport, type SummaryStatsReport } from 'matrix-js-sdk/lib/webrtc/stats/statsReport';
import { SummaryStatsReportGatherer } from 'matrix-js-sdk/lib/webrtc/stats/summaryStatsReportGatherer';
import { type FakePeerConnection, withFakeMedia } from './fakeMedia';
import { connected, createPair, pass, type Pair } from './pair';

let pair: Pair;
withFakeMedia(
  () => (pair = createPair()),
  () => pair.stop(),
);

/** As the browser counts, `seconds` after the beginning: 4,000 bytes a second of sound in, 125,000 of picture, 1 of 10 packets lost. */
function count(connection: FakePeerConnection, seconds: number): void {
  const [audio, video] = connection.transceivers;
  const timestamp = seconds * 1000;
  const both = { timestamp, packetsReceived: seconds * 90, packetsLost: seconds * 10 };
  const entries: [string, Record<string, unknown>][] = [
    [
      'pair',
      {
        type: 'candidate-pair',
        nominated: true,
        state: 'succeeded',
        availableOutgoingBitrate: 300_000,
        availableIncomingBitrate: 500_000,
        currentRoundTripTime: 0.05,
        localCandidateId: 'local',
        remoteCandidateId: 'remote',
      },
    ],
    [
      'local',
      {
        type: 'local-candidate',
        address: '10.0.0.1',
        port: 1,
        candidateType: 'host',
        protocol: 'udp',
        networkType: 'wifi',
      },
    ],
    [
      'remote',
      {
        type: 'remote-candidate',
        address: '10.0.0.2',
        port: 2,
        candidateType: 'relay',
        protocol: 'udp',
      },
    ],
    ['opus', { type: 'codec', mimeType: 'audio/opus' }],
    ['vp8', { type: 'codec', mimeType: 'video/VP8' }],
    [
      'in-a',
      {
        ...both,
        type: 'inbound-rtp',
        kind: 'audio',
        trackIdentifier: audio?.receiver.track.id,
        bytesReceived: seconds * 4_000,
        jitter: 0.012,
        totalSamplesDuration: seconds,
        totalSamplesReceived: seconds * 48_000,
        concealedSamples: seconds * 4_800,
        codecId: 'opus',
      },
    ],
    [
      'in-v',
      {
        ...both,
        type: 'inbound-rtp',
        kind: 'video',
        trackIdentifier: video?.receiver.track.id,
        bytesReceived: seconds * 125_000,
        jitter: 0.03,
        frameWidth: 640,
        frameHeight: 360,
        framesPerSecond: 20,
        codecId: 'vp8',
      },
    ],
    [
      'out-a',
      {
        timestamp,
        type: 'outbound-rtp',
        kind: 'audio',
        trackIdentifier: audio?.sender.track?.id,
        bytesSent: seconds * 3_000,
        packetsSent: seconds * 50,
        codecId: 'opus',
      },
    ],
    [
      'out-v',
      {
        timestamp,
        type: 'outbound-rtp',
        kind: 'video',
        trackIdentifier: video?.sender.track?.id,
        bytesSent: seconds * 50_000,
        packetsSent: seconds * 40,
        codecId: 'vp8',
      },
    ],
  ];
  connection.stats = new Map(entries.map(([id, entry]) => [id, { id, ...entry }]));
}

async function measured() {
  const { a, connA } = await connected(pair, true);
  const [audio, video] = connA.transceivers;
  count(connA, 10);
  await pass(10_000);
  count(connA, 20);
  await pass(10_000);
  const ids = {
    audio: audio?.receiver.track.id ?? '',
    video: video?.receiver.track.id ?? '',
  };
  return { report: a.stats(), ids, sent: pair.sent.length, a };
}

test('CALL-3.9 CALL-9.25 a report has bitrates and bandwidth in bits per second, losses, pictures, codecs, transport', async () => {
  const { report, ids } = await measured();
  expect(report?.bitrate).toEqual({
    download: 1_032_000,
    upload: 424_000,
    audio: { download: 32_000, upload: 24_000 },
    video: { download: 1_000_000, upload: 400_000 },
  });
  expect(report?.bandwidth).toEqual({ download: 500_000, upload: 300_000 });
  expect(report?.packetLoss).toEqual({ total: 7, download: 10, upload: 0 });
  expect(report?.framerate.remote.get(ids.video)).toBe(20);
  expect(report?.resolution.remote.get(ids.video)).toEqual({ width: 640, height: 360 });
  expect(report?.codec.remote.get(ids.audio)).toBe('opus');
  expect(report?.audioConcealment.get(ids.audio)?.concealedAudio).toBeCloseTo(2_000);
  expect(report?.transport).toEqual([
    expect.objectContaining({
      type: 'udp',
      localCandidateType: 'host',
      remoteCandidateType: 'relay',
      rtt: 50,
    }),
  ]);
});

test('CALL-9.26 jitter is in ms', async () => {
  const { report, ids } = await measured();
  expect([report?.jitter.get(ids.audio), report?.jitter.get(ids.video)]).toEqual([12, 30]);
});

test('CALL-7.25 measuring asks the peer connection and sends nothing', async () => {
  const { a, connA } = await connected(pair, true);
  const before = pair.sent.length;
  let looks = 0;
  const real = connA.getStats;
  connA.getStats = () => {
    looks += 1;
    return real();
  };
  await pass(30_500);
  expect([looks, pair.sent.length - before, a.call.callHasEnded()]).toEqual([3, 0, false]);
});

test('CALL-9.23 statistics are taken every 10 s, and never with an interval of 0', async () => {
  const { connA } = await connected(pair);
  let looks = 0;
  connA.getStats = async () => {
    looks += 1;
    return new Map();
  };
  await pass(9_900);
  expect(looks).toBe(0);
  await pass(10_200);
  expect(looks).toBe(2);
  const off = new GroupCallStats('call', '@alice:example.org', 0);
  off.addStatsReportGatherer('call', 'x', connA as unknown as RTCPeerConnection);
  const before = looks;
  off.start();
  await pass(9_000);
  expect(looks - before).toBe(0);
  off.stop();
});

test('CALL-3.10 CALL-9.24 the summary has shares from 0 to 1 with five decimals, and counts people and devices', () => {
  const summaries: SummaryStatsReport[] = [];
  const stats = new GroupCallStats('call', '@alice:example.org');
  stats.reports.on(StatsReport.SUMMARY_STATS, (report) => void summaries.push(report));
  const track = {
    count: 1,
    muted: 0,
    maxPacketLoss: 2,
    maxJitter: 30,
    concealedAudio: 1,
    totalAudio: 3,
  };
  const one = (audio: number, video: number) => ({
    isFirstCollection: false,
    receivedMedia: audio + video,
    receivedAudioMedia: audio,
    receivedVideoMedia: video,
    audioTrackSummary: track,
    videoTrackSummary: { ...track, maxJitter: 12, concealedAudio: 0, totalAudio: 0 },
  });
  new SummaryStatsReportGatherer(stats.reports).build([one(1, 0), one(1, 1), one(0, 1)]);
  const [report] = summaries;
  if (report === undefined) throw new Error('no summary');
  const device = { sessionId: 's', screensharing: false };
  const people = [
    ['@alice:example.org', ['A1']],
    ['@bob:example.org', ['B1', 'B2']],
  ] as const;
  SummaryStatsReportGatherer.extendSummaryReport(
    report,
    new Map(
      people.map(([userId, devices]) => [
        { userId } as never,
        new Map(devices.map((deviceId) => [deviceId, device])),
      ]),
    ),
  );
  expect(report).toMatchObject({
    percentageReceivedMedia: 0.33333,
    percentageReceivedAudioMedia: 0.66667,
    percentageReceivedVideoMedia: 0.66667,
    percentageConcealedAudio: 0.33333,
    maxJitter: 30,
    maxPacketLoss: 2,
    peerConnections: 3,
    opponentDevicesInCall: 2,
    opponentUsersInCall: 1,
  });
});
