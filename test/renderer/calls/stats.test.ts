// The quality panel's numbers of a one-to-one call: measured every ten seconds, with their units.
import { otherOf } from '../../../renderer/features/calls/callTypes';
import { type FakePeerConnection, withFakeMedia } from './fakeMedia';
import { connected, createPair, pass, type Pair } from './pair';

let pair: Pair;
withFakeMedia(
  () => (pair = createPair()),
  () => pair.stop(),
);

/** The browser's counters `seconds` after the start: 4,000 bytes a second of sound in, 125,000 of video, 1 of 10 packets lost. */
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
  count(connA, 10);
  await pass(10_000);
  expect(otherOf(a.snapshot())?.measured).toBeNull();
  count(connA, 20);
  await pass(10_000);
  return otherOf(a.snapshot())?.measured;
}

test('CALL-3.9 CALL-9.25 a report has bitrates and bandwidth in bits per second, losses, pictures, codecs, transport', async () => {
  expect(await measured()).toMatchObject({
    bitrate: {
      download: 1_032_000,
      upload: 424_000,
      audio: { download: 32_000, upload: 24_000 },
      video: { download: 1_000_000, upload: 400_000 },
    },
    bandwidth: { download: 500_000, upload: 300_000 },
    packetLoss: { total: 6.9, download: 10, upload: 0 },
    framerate: { download: 20 },
    resolution: { download: { width: 640, height: 360 } },
    codec: { audio: 'opus', video: 'VP8' },
    audioConcealment: { concealedMs: 1_000, totalMs: 10_000 },
    transport: { type: 'host', protocol: 'udp', roundTripMs: 50 },
  });
});

test('CALL-9.26 jitter is in ms', async () => {
  expect((await measured())?.jitter).toEqual({ audio: 12, video: 30 });
});

test('CALL-7.25 CALL-9.23 a call between two is measured every 10 s by asking its connection; nothing is sent for it', async () => {
  const { a, connA } = await connected(pair, true);
  const before = pair.sent.length;
  let looks = 0;
  const real = connA.getStats;
  connA.getStats = () => {
    looks += 1;
    return real();
  };
  await pass(9_000);
  expect(looks).toBe(0);
  await pass(21_500);
  expect([looks, pair.sent.length - before, a.call.callHasEnded()]).toEqual([3, 0, false]);
  a.hangUp();
  await pass(30_000);
  expect(looks).toBe(3);
});
