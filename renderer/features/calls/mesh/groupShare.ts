// Our screen in a call of many: opened once and given to every leg.
import type { CallProblem, ShareActs, Sharing } from '../callTypes';
import { hint, openScreen, screenProblem } from '../media/screen';
import type { GroupCall } from '../webrtc/group/groupCall';
import { GroupCallEvent, screenError } from '../webrtc/group/states';
import type { MediaHandler } from '../webrtc/mediaHandler';

export interface GroupShareDeps {
  readonly groupCall: GroupCall;
  readonly media: Pick<MediaHandler, 'giveScreen'>;
  readonly setNotice: (notice: CallProblem | null) => void;
  readonly changed: () => void;
}

export function createGroupShare({ groupCall, media, setNotice, changed }: GroupShareDeps): {
  readonly sharing: () => Sharing | null;
  readonly acts: ShareActs;
} {
  let sharing: Sharing | null = null;
  groupCall.on(GroupCallEvent.LocalScreenshareStateChanged, (on) => {
    if (!on) sharing = null;
  });
  const screensOfLegs = () => groupCall.legs.all.map((leg) => leg.localScreensharingStream);
  return {
    sharing: () => (groupCall.isScreensharing() ? sharing : null),
    acts: {
      async share(choice) {
        setNotice(null);
        try {
          const screen = await openScreen(choice);
          groupCall.stopScreen();
          media.giveScreen(screen);
          await groupCall.shareScreen();
        } catch (thrown) {
          groupCall.emit(GroupCallEvent.Error, screenError(thrown));
          setNotice(screenProblem(thrown));
          return false;
        }
        sharing = { ...choice, paused: false };
        for (const stream of screensOfLegs()) if (stream) hint(stream, choice.preset);
        changed();
        return true;
      },
      pauseShare(on) {
        groupCall.pauseScreen(on);
        if (sharing !== null) sharing = { ...sharing, paused: on };
        changed();
      },
      async stopShare() {
        groupCall.stopScreen();
        changed();
      },
    },
  };
}
