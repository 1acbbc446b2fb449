// Whether anything of the other side arrives. ICE says "disconnected" only some 7 s after a line is cut, and until then its picture stands
// still: nothing for 2 s is enough to say so. What is played is looked at, which costs nothing; where that stands still everything that came
// is counted: who sends neither sound nor picture still sends RTCP, and answers the checks of the connection.
import type { MatrixCall } from '../webrtc/call/matrixCall';

const everyMs = 500;
/** Opus sends at least every 0.9 s, also while nobody speaks. */
const silentAfterMs = 2_000;
/** Where no sound or picture was sent before either: checks of the connection come at least every 5 s (RFC 7675). */
const uncheckedAfterMs = 6_000;

export interface Flow {
  /** It should, and has not for 2 s. */
  isSilent(): boolean;
  stop(): void;
}

/** When something was last played, in the browser's own time; 0: nothing in the last 10 s. */
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
  /** Whatever came, in no unit: it only grows. */
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

/** Who is on hold, or sends neither sound nor picture, is not missed. */
function isExpected(call: MatrixCall): boolean {
  if (call.isRemoteOnHold() || call.isLocalOnHold()) return false;
  return call.feeds.all.some(
    (feed) => !feed.isLocal() && !(feed.isAudioMuted() && feed.isVideoMuted()),
  );
}

export function watchFlow(call: MatrixCall, changed: () => void): Flow {
  let newest = 0;
  /** The last of sound or picture, and of anything. */
  let mediaMs = 0;
  let arrivedMs = 0;
  /** While nothing is played; null: not counted yet. */
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
    // Something was played while they were counted.
    if (now === null || (last === null && mediaMs !== sinceMs)) return undefined;
    if (last !== null && (now.media > last.media || now.all > last.all)) arrivedMs = Date.now();
    if (last !== null && now.media > last.media) mediaMs = arrivedMs;
    last = now;
    // What came long after the last sound was sent by somebody who sends none: the line stood all the same.
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
  /** From now on these, and no others. @returns those that are new */
  watch(calls: readonly MatrixCall[]): MatrixCall[];
  isSilent(call: MatrixCall): boolean;
  stop(): void;
}

/** The same of several. */
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
