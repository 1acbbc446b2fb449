// Whether anything of the other side arrives. ICE says "disconnected" only some 7 s after a line is cut, and until then its picture stands
// still: nothing for 2 s is enough to say so. What is played is looked at, which costs nothing; where that stands still the packets that came
// are counted.
import type { MatrixCall } from '../webrtc/call/matrixCall';

const everyMs = 500;
/** Opus sends at least every 0.9 s, also while nobody speaks. */
const silentAfterMs = 2_000;

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

async function packetsOf(connection: RTCPeerConnection): Promise<number> {
  let sum = 0;
  (await connection.getStats()).forEach((row: { type?: string; packetsReceived?: number }) => {
    if (row.type === 'inbound-rtp') sum += row.packetsReceived ?? 0;
  });
  return sum;
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
  let arrivedMs = 0;
  /** Counted while nothing is played; null: not yet. */
  let packets: number | null = null;
  let silent = false;
  let stopped = false;

  function tell(next: boolean): void {
    if (silent === next || stopped) return;
    silent = next;
    changed();
  }

  function arrived(): void {
    arrivedMs = Date.now();
    packets = null;
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
    if (Date.now() - arrivedMs < silentAfterMs - everyMs) return undefined;
    const count = await packetsOf(connection).catch(() => null);
    if (count === null) return undefined;
    if (packets !== null && count > packets) arrivedMs = Date.now();
    packets = count;
    return tell(Date.now() - arrivedMs >= silentAfterMs);
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
