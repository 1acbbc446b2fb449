// Statistics of one connection, computed from two readings of `getStats` in the shape of CALL-3.9: bit/s, percent, ms. Pure.

export type StatRow = Readonly<Record<string, unknown>> & {
  readonly id: string;
  readonly type: string;
};
export type Reading = ReadonlyMap<string, StatRow>;

interface UpDown {
  readonly upload: number;
  readonly download: number;
}

export interface ConnectionReport {
  /** bit/s (CALL-9.25). */
  readonly bitrate: UpDown & { readonly audio: UpDown; readonly video: UpDown };
  /** Percent of the packets since the reading before. */
  readonly packetLoss: UpDown & { readonly total: number };
  /** Frames per second; the largest picture received, and the largest sent. */
  readonly framerate: UpDown;
  readonly resolution: { readonly upload: Size | null; readonly download: Size | null };
  readonly codec: { readonly audio: string | null; readonly video: string | null };
  /** ms (CALL-9.26); null where nothing comes. */
  readonly jitter: { readonly audio: number | null; readonly video: number | null };
  readonly audioConcealment: { readonly concealedMs: number; readonly totalMs: number };
  readonly transport: {
    readonly type: 'host' | 'srflx' | 'prflx' | 'relay' | null;
    readonly protocol: string | null;
    readonly roundTripMs: number | null;
  };
  /** bit/s that the browser estimates; 0 if it gives no estimate. */
  readonly bandwidth: UpDown;
  readonly received: { readonly audio: boolean; readonly video: boolean };
  readonly expected: { readonly audio: boolean; readonly video: boolean };
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

export interface SummaryReport {
  /** Fractions from 0 to 1 with five decimals (CALL-9.24). */
  readonly percentageReceivedMedia: number;
  readonly percentageReceivedVideoMedia: number;
  readonly percentageReceivedAudioMedia: number;
  readonly maxJitter: number;
  readonly maxPacketLoss: number;
  readonly percentageConcealedAudio: number;
  readonly peerConnections: number;
  readonly opponentDevicesInCall: number;
  readonly opponentUsersInCall: number;
}

const num = (row: StatRow | undefined, name: string): number => {
  const value = row?.[name];
  return typeof value === 'number' && Number.isFinite(value) && value > 0 ? value : 0;
};
const text = (row: StatRow | undefined, name: string): string | null => {
  const value = row?.[name];
  return typeof value === 'string' && value !== '' ? value : null;
};
const sum = (values: readonly number[]): number => values.reduce((all, one) => all + one, 0);
const percent = (lost: number, all: number): number =>
  all <= 0 ? 0 : Math.min(100, Math.round((lost / all) * 1000) / 10);

type Kind = 'audio' | 'video';

interface Flow {
  readonly kind: Kind;
  readonly bitsPerSecond: number;
  readonly packets: number;
  readonly lost: number;
  readonly row: StatRow;
}

function flowsOf(now: Reading, before: Reading, type: 'inbound-rtp' | 'outbound-rtp'): Flow[] {
  const bytes = type === 'inbound-rtp' ? 'bytesReceived' : 'bytesSent';
  const packets = type === 'inbound-rtp' ? 'packetsReceived' : 'packetsSent';
  return [...now.values()].flatMap((row) => {
    const { kind } = row;
    if (row.type !== type || (kind !== 'audio' && kind !== 'video')) return [];
    const old = before.get(row.id);
    const ms = num(row, 'timestamp') - num(old, 'timestamp');
    const grown = (name: string): number =>
      old === undefined ? 0 : Math.max(0, num(row, name) - num(old, name));
    // The other side reports the packets of ours that it did not get in a `remote-inbound-rtp` row.
    const remote = [...now.values()].find(
      (one) => one.type === 'remote-inbound-rtp' && one['localId'] === row.id,
    );
    const remoteBefore = remote === undefined ? undefined : before.get(remote.id);
    const lost =
      type === 'inbound-rtp'
        ? grown('packetsLost')
        : remoteBefore === undefined
          ? 0
          : Math.max(0, num(remote, 'packetsLost') - num(remoteBefore, 'packetsLost'));
    const bitsPerSecond =
      old === undefined || ms <= 0 ? 0 : Math.round((grown(bytes) * 8 * 1000) / ms);
    return [{ kind, bitsPerSecond, packets: grown(packets), lost, row }];
  });
}

const rate = (flows: readonly Flow[], kind?: Kind): number =>
  sum(
    flows.filter((one) => kind === undefined || one.kind === kind).map((one) => one.bitsPerSecond),
  );

const largest = (flows: readonly Flow[]): StatRow | undefined =>
  flows
    .filter(({ kind, bitsPerSecond }) => kind === 'video' && bitsPerSecond > 0)
    .map(({ row }) => row)
    .sort((a, b) => num(b, 'frameWidth') - num(a, 'frameWidth'))[0];

function sizeOf(row: StatRow | undefined): Size | null {
  const [width, height] = [num(row, 'frameWidth'), num(row, 'frameHeight')];
  return width === 0 || height === 0 ? null : { width, height };
}

function codecOf(now: Reading, flows: readonly Flow[], kind: Kind): string | null {
  const flow = flows.find((one) => one.kind === kind);
  const mime = text(now.get(String(flow?.row['codecId'])), 'mimeType');
  return mime?.split('/')[1] ?? null;
}

function jitterOf(flows: readonly Flow[], kind: Kind): number | null {
  const values = flows
    .filter((one) => one.kind === kind && typeof one.row['jitter'] === 'number')
    .map(({ row }) => Math.round(num(row, 'jitter') * 1000));
  return values.length === 0 ? null : Math.max(...values);
}

function concealment(
  flows: readonly Flow[],
  before: Reading,
): ConnectionReport['audioConcealment'] {
  const rows = flows.filter(({ kind }) => kind === 'audio').map(({ row }) => row);
  const totals = rows.map((row) => {
    const old = before.get(row.id);
    const since = (name: string): number => Math.max(0, num(row, name) - num(old, name));
    const samples = since('totalSamplesReceived');
    const totalMs = since('totalSamplesDuration') * 1000;
    return {
      totalMs,
      concealedMs: samples === 0 ? 0 : (totalMs / samples) * since('concealedSamples'),
    };
  });
  return {
    totalMs: Math.round(sum(totals.map(({ totalMs }) => totalMs))),
    concealedMs: Math.round(sum(totals.map(({ concealedMs }) => concealedMs))),
  };
}

/** The pair of candidates that carries the media. */
function pairOf(now: Reading): StatRow | undefined {
  const rows = [...now.values()];
  const selected = rows.find(({ type }) => type === 'transport')?.['selectedCandidatePairId'];
  return (
    now.get(String(selected)) ??
    rows.find((row) => row.type === 'candidate-pair' && row['nominated'] === true)
  );
}

const candidateTypes = ['host', 'srflx', 'prflx', 'relay'] as const;

export function reportOf(now: Reading, before: Reading): ConnectionReport {
  const down = flowsOf(now, before, 'inbound-rtp');
  const up = flowsOf(now, before, 'outbound-rtp');
  const lost = (flows: readonly Flow[]): number => sum(flows.map((one) => one.lost));
  const packets = (flows: readonly Flow[]): number => sum(flows.map((one) => one.packets));
  const pair = pairOf(now);
  const local = now.get(String(pair?.['localCandidateId']));
  const type = candidateTypes.find((one) => one === local?.['candidateType']) ?? null;
  const trip = num(pair, 'currentRoundTripTime');
  const ofKind = (kind: Kind): UpDown => ({ upload: rate(up, kind), download: rate(down, kind) });
  const comes = (kind: Kind): boolean =>
    down.some((one) => one.kind === kind && one.bitsPerSecond > 0);
  const waits = (kind: Kind): boolean => down.some((one) => one.kind === kind);
  return {
    bitrate: {
      upload: rate(up),
      download: rate(down),
      audio: ofKind('audio'),
      video: ofKind('video'),
    },
    packetLoss: {
      // The count of our sent packets includes the lost ones.
      upload: percent(lost(up), packets(up)),
      download: percent(lost(down), packets(down) + lost(down)),
      total: percent(lost(up) + lost(down), packets(up) + packets(down) + lost(down)),
    },
    framerate: {
      upload: Math.round(num(largest(up), 'framesPerSecond')),
      download: Math.round(num(largest(down), 'framesPerSecond')),
    },
    resolution: { upload: sizeOf(largest(up)), download: sizeOf(largest(down)) },
    codec: {
      audio: codecOf(now, [...down, ...up], 'audio'),
      video: codecOf(now, [...down, ...up], 'video'),
    },
    jitter: { audio: jitterOf(down, 'audio'), video: jitterOf(down, 'video') },
    audioConcealment: concealment(down, before),
    transport: {
      type,
      protocol: text(local, 'protocol'),
      roundTripMs: trip === 0 ? null : Math.round(trip * 1000),
    },
    bandwidth: {
      upload: Math.round(num(pair, 'availableOutgoingBitrate')),
      download: Math.round(num(pair, 'availableIncomingBitrate')),
    },
    received: { audio: comes('audio'), video: comes('video') },
    expected: { audio: waits('audio'), video: waits('video') },
  };
}

const fraction = (part: number, whole: number): number =>
  whole === 0 ? 0 : Number((part / whole).toFixed(5));

/** The summary of CALL-3.10. Media that a participant does not send counts as received. */
export function summaryOf(
  reports: readonly ConnectionReport[],
  opponents: { readonly users: number; readonly devices: number },
): SummaryReport {
  const has = (kind: Kind): number =>
    reports.filter(({ received, expected }) => received[kind] || !expected[kind]).length;
  const both = reports.filter(
    ({ received: got, expected: due }) => (got.audio || !due.audio) && (got.video || !due.video),
  ).length;
  const most = (values: readonly (number | null)[]): number =>
    Math.max(0, ...values.map((one) => one ?? 0));
  return {
    percentageReceivedMedia: fraction(both, reports.length),
    percentageReceivedVideoMedia: fraction(has('video'), reports.length),
    percentageReceivedAudioMedia: fraction(has('audio'), reports.length),
    maxJitter: most(reports.flatMap(({ jitter }) => [jitter.audio, jitter.video])),
    maxPacketLoss: most(reports.map(({ packetLoss }) => packetLoss.download)),
    percentageConcealedAudio: fraction(
      sum(reports.map(({ audioConcealment }) => audioConcealment.concealedMs)),
      sum(reports.map(({ audioConcealment }) => audioConcealment.totalMs)),
    ),
    peerConnections: reports.length,
    opponentDevicesInCall: opponents.devices,
    opponentUsersInCall: opponents.users,
  };
}

/** Percent. */
const weakLoss = 3;

/** The loss or delay is large enough to be heard. */
export const isWeak = ({ packetLoss, transport, jitter }: ConnectionReport): boolean =>
  packetLoss.download >= weakLoss ||
  packetLoss.upload >= weakLoss ||
  (transport.roundTripMs ?? 0) >= 400 ||
  (jitter.audio ?? 0) >= 60;

export type Verdict =
  | { readonly side: 'none' | 'good' | 'yours' | 'between' }
  | { readonly side: 'theirs'; readonly key: string };

/**
 * If every connection is weak, our own line is the weak part, since all share it. With one connection, the side that sends the lost packets
 * is weak; if packets are lost both ways or only late, the weak side is unknown.
 */
export function verdictOf(reports: ReadonlyMap<string, ConnectionReport>): Verdict {
  if (reports.size === 0) return { side: 'none' };
  const weak = [...reports].filter(([, report]) => isWeak(report));
  const first = weak[0];
  if (first === undefined) return { side: 'good' };
  if (reports.size > 1)
    return weak.length === reports.size ? { side: 'yours' } : { side: 'theirs', key: first[0] };
  const [key, { packetLoss }] = first;
  const [up, down] = [packetLoss.upload >= weakLoss, packetLoss.download >= weakLoss];
  if (up === down) return { side: 'between' };
  return up ? { side: 'yours' } : { side: 'theirs', key };
}
