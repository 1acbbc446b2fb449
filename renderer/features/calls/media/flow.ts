// Detects that no media of the other side arrive. ICE reports "disconnected" only some 7 s after a line is cut, and until then the picture
// freezes; here 2 s are enough. First it reads when something was last played, which is cheap; if that stands still, it counts all received
// packets: a side that sends neither sound nor picture still sends RTCP and answers the connectivity checks.
import type { MatrixCall } from '../webrtc/call/matrixCall';

const everyMs = 500;
/** Opus sends at least every 0.9 s, also while nobody speaks. */
const silentAfterMs = 2_000;
/** The limit if no sound or picture was sent before either: connectivity checks come at least every 5 s (RFC 7675). */
const uncheckedAfterMs = 6_000;

export interface Flow {
  /** Media are expected, and none have arrived for 2 s. */
  isSilent(): boolean;
  stop(): void;
}

/** The time of the last playback, in the browser's own clock; 0: none in the last 10 s. */
const playedAt = (connection: RTCPeerConnection): number =>
  Math.max(
    0,
    ...connection
      .getReceivers()
      .flatMap((one) => one.getSynchronizationSources?.() ?? [])
      .map(({ timestamp }) => timestamp),
  );

interface Received {
  /** Packets of sound and picture. */
  readonly media: number;
  /** Sum of all received counters, without a unit: it only grows. */
  readonly all: number;
}

type Row = Readonly<
  { type?: string; id?: string; selectedCandidatePairId?: string } & Partial<
    Record<'packetsReceived' | 'bytesReceived' | 'requestsReceived' | 'responsesReceived', number>
  >
>;

const countOf = (row: Row | undefined): number =>
  (row?.packetsReceived ?? 0) +
  (row?.bytesReceived ?? 0) +
  (row?.requestsReceived ?? 0) +
  (row?.responsesReceived ?? 0);

async function receivedOf(connection: RTCPeerConnection): Promise<Received> {
  const stats = await connection.getStats();
  let media = 0;
  let all = 0;
  stats.forEach((row: Row) => {
    if (row.type === 'inbound-rtp') media += row.packetsReceived ?? 0;
    if (row.type === 'transport')
      all += countOf(row) + countOf(stats.get(row.selectedCandidatePairId ?? '') as Row);
  });
  return { media, all };
}

/** A call on hold, and a side that sends neither sound nor picture, are not expected to send media. */
function isExpected(call: MatrixCall): boolean {
  if (call.isRemoteOnHold() || call.isLocalOnHold()) return false;
  return call.feeds.all.some(
    (feed) => !feed.isLocal() && !(feed.isAudioMuted() && feed.isVideoMuted()),
  );
}

export function watchFlow(call: MatrixCall, changed: () => void): Flow {
  let newest = 0;
  /** The last arrival of sound or picture, and of any packet. */
  let mediaMs = 0;
  let arrivedMs = 0;
  /** The last count while nothing is played; null: not counted yet. */
  let last: Received | null = null;
  let silent = false;
  let stopped = false;

  function tell(next: boolean): void {
    if (silent === next || stopped) return;
    silent = next;
    changed();
  }

  function arrived(): void {
    mediaMs = Date.now();
    arrivedMs = mediaMs;
    last = null;
    tell(false);
  }

  async function look(): Promise<void> {
    const connection = call.peerConn;
    if (connection?.connectionState !== 'connected' || !isExpected(call)) return arrived();
    const played = playedAt(connection);
    if (newest === 0 || played > newest) {
      newest = Math.max(newest, played);
      return arrived();
    }
    const sinceMs = mediaMs;
    const now = await receivedOf(connection).catch(() => null);
    // Something was played while the packets were counted.
    if (now === null || (last === null && mediaMs !== sinceMs)) return undefined;
    if (last !== null && (now.media > last.media || now.all > last.all)) arrivedMs = Date.now();
    if (last !== null && now.media > last.media) mediaMs = arrivedMs;
    last = now;
    // Packets arrived long after the last sound: the other side sends no media, and the line was up.
    const sendsNone = arrivedMs - mediaMs >= silentAfterMs;
    return tell(Date.now() - arrivedMs >= (sendsNone ? uncheckedAfterMs : silentAfterMs));
  }

  const timer = setInterval(() => void look(), everyMs);
  return {
    isSilent: () => silent,
    stop() {
      stopped = true;
      clearInterval(timer);
    },
  };
}

export interface Flows {
  /** Watches these calls and no others from now on. @returns those that are new */
  watch(calls: readonly MatrixCall[]): MatrixCall[];
  isSilent(call: MatrixCall): boolean;
  stop(): void;
}

/** Watches several calls. */
export function watchFlows(changed: () => void): Flows {
  const flows = new Map<MatrixCall, Flow>();
  const leave = (call: MatrixCall, flow: Flow): void => {
    flow.stop();
    flows.delete(call);
  };
  return {
    watch(calls) {
      for (const [call, flow] of flows) if (!calls.includes(call)) leave(call, flow);
      const added = calls.filter((call) => !flows.has(call));
      for (const call of added) flows.set(call, watchFlow(call, changed));
      return added;
    },
    isSilent: (call) => flows.get(call)?.isSilent() === true,
    stop: () => flows.forEach((flow, call) => leave(call, flow)),
  };
}
