// Push to talk: one at a time, twenty seconds at most. Presses and releases are carried out one after the other: the others are told
// before it opens the microphone, and a release in that time would be undone by the rest of the press.
import type { CallFeed } from '../webrtc/callFeed';
import type { GroupCall } from '../webrtc/group/groupCall';
import { GroupCallEvent } from '../webrtc/group/states';
import type { CallProblem } from '../callTypes';

export interface Floor {
  /** User and device of whoever talks; null: nobody. */
  holder(): string | null;
  /** How long we may go on; null: we do not talk. */
  untilMs(): number | null;
  /** Answers what stood in the way. */
  talk(on: boolean): Promise<CallProblem | null>;
  /** After each change of a feed. */
  look(): void;
}

export interface FloorDeps {
  readonly own: string;
  readonly keyOf: (userId: string, deviceId: string) => string;
  readonly lost: (notice: CallProblem) => void;
}

/** CALL-4.6; the timer of the group call. */
const talkMs = 20_000;

export function createFloor(groupCall: GroupCall, { own, keyOf, lost }: FloorDeps): Floor {
  let wanted = false;
  let untilMs: number | null = null;
  let lane: Promise<unknown> = Promise.resolve();

  const key = ({ userId, deviceId }: CallFeed): string => keyOf(userId, deviceId ?? '');
  const talking = (): boolean => !groupCall.isMicrophoneMuted();

  /** Of the others. */
  const speakers = (): string[] =>
    groupCall.userMedia.all
      .filter((feed) => !feed.isLocal() && !feed.isAudioMuted())
      .map(key)
      .sort();

  function apply(): Promise<boolean> {
    const work = lane.then(async () => {
      if (wanted === talking()) return true;
      const done = await groupCall.setMicrophoneMuted(!wanted);
      return done || !wanted;
    });
    lane = work.catch(() => undefined);
    return work;
  }

  function look(): void {
    const [other] = speakers();
    // Two who took the floor in the same moment: the lesser key keeps it.
    if (!talking() || other === undefined || own < other) return;
    wanted = false;
    void apply();
    lost('floor_lost');
  }

  groupCall.on(GroupCallEvent.LocalMuteStateChanged, (muted: boolean) => {
    if (!muted) return;
    // Still held down: the twenty seconds are over.
    if (wanted && untilMs !== null && Date.now() >= untilMs) lost('floor_over');
    wanted = false;
    untilMs = null;
  });

  return {
    holder: () => speakers()[0] ?? (talking() ? own : null),
    untilMs: () => untilMs,
    async talk(on) {
      if (on && speakers().length > 0) return 'floor_taken';
      wanted = on;
      untilMs = on ? Date.now() + talkMs : null;
      const done = await apply();
      if (!done) {
        wanted = false;
        untilMs = null;
        return 'no_microphone';
      }
      look();
      return null;
    },
    look,
  };
}
