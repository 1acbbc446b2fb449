// Our screen in a call between two: shared, changed, paused, stopped, and ended by the system; the call goes on whatever becomes of it.
import type { CallProblem, ShareActs, Sharing } from '../callTypes';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import type { MediaHandler } from '../webrtc/mediaHandler';
import { logged } from '../webrtc/log';
import { openScreen, screenProblem } from '../media/screen';

export interface CallShare extends ShareActs {
  sharing(): Sharing | null;
}

export interface CallShareDeps {
  readonly media: Pick<MediaHandler, 'giveScreen'>;
  readonly setNotice: (notice: CallProblem | null) => void;
  readonly changed: () => void;
}

/** The senders of the shared screen, by kind; null if `stream` has tracks of other kinds, which needs a negotiation. */
function sendersFor(call: MatrixCall, stream: MediaStream): Map<string, RTCRtpSender> | null {
  const old = call.localScreensharingStream?.getTracks() ?? [];
  if (old.length !== stream.getTracks().length) return null;
  const senders = call.peerConn?.getSenders() ?? [];
  const found = new Map<string, RTCRtpSender>();
  for (const track of old) {
    const sender = senders.find((one) => one.track === track);
    if (sender !== undefined) found.set(track.kind, sender);
  }
  return stream.getTracks().every(({ kind }) => found.has(kind)) ? found : null;
}

export function createCallShare(call: MatrixCall, deps: CallShareDeps): CallShare {
  const { media, setNotice, changed } = deps;
  let sharing: Sharing | null = null;

  async function stopShare(): Promise<void> {
    sharing = null;
    if (!call.callHasEnded()) call.stopScreen();
    changed();
  }

  /** Another screen in the place of the one that is shared: the other side sees no gap. */
  async function replace(stream: MediaStream, senders: Map<string, RTCRtpSender>): Promise<void> {
    const shared = call.localScreensharingStream;
    for (const track of stream.getTracks()) {
      await senders.get(track.kind)?.replaceTrack(track);
      const old = shared?.getTracks().find(({ kind }) => kind === track.kind);
      if (old !== undefined) {
        shared?.removeTrack(old);
        old.stop();
      }
      shared?.addTrack(track);
    }
    await call.pauseScreen(false);
  }

  async function begin(stream: MediaStream): Promise<void> {
    const senders = sendersFor(call, stream);
    if (senders !== null) return replace(stream, senders);
    call.stopScreen();
    media.giveScreen(stream);
    await call.shareScreen();
  }

  return {
    sharing: () => (call.isScreensharing() ? sharing : null),
    async share(choice) {
      setNotice(null);
      const seesScreens = call.opponentSupportsSDPStreamMetadata();
      if (!seesScreens && !call.hasUserMediaVideoSender) {
        setNotice('share_other_side');
        return false;
      }
      let stream: MediaStream;
      try {
        stream = await openScreen(choice);
      } catch (thrown) {
        setNotice(screenProblem(thrown));
        return false;
      }
      if (call.callHasEnded()) {
        stream.getTracks().forEach((track) => track.stop());
        return false;
      }
      // The window that was shared is closed, or the system's own bar says stop.
      const [picture] = stream.getVideoTracks();
      picture?.addEventListener('ended', () => {
        if (call.localScreensharingStream?.getTracks().includes(picture) === true) void stopShare();
      });
      try {
        await begin(stream);
      } catch (thrown) {
        logged('share a screen')(thrown);
        stream.getTracks().forEach((track) => track.stop());
        setNotice('share_failed');
        return false;
      }
      sharing = { ...choice, paused: false };
      changed();
      return true;
    },
    pauseShare(on) {
      void call.pauseScreen(on).catch(logged('tell of a paused screen'));
      if (sharing !== null) sharing = { ...sharing, paused: on };
      changed();
    },
    stopShare,
  };
}
