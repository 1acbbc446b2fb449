// Push to talk: one participant at a time, for twenty seconds at most. Presses and releases run one after the other: a press tells the
// others before it opens the microphone, and the rest of the press would undo a release in between.
import type { CallFeed } from '../webrtc/callFeed';
import type { GroupCall } from '../webrtc/group/groupCall';
import { GroupCallEvent } from '../webrtc/group/states';
import type { CallProblem } from '../callTypes';

export interface Floor {
  /** Key (user and device) of the participant who talks; null: nobody. */
  holder(): string | null;
  /** The end of our turn; null: we do not talk. */
  untilMs(): number | null;
  /** Returns the reason why talking is not possible. While another talks, a press that is still held gets the next turn. */
  talk(on: boolean): Promise<CallProblem | null>;
  /** Called after each change of a feed. */
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
  /** Pressed while another talks, and not yet let go: the next turn is ours. */
  let waits = false;
  let untilMs: number | null = null;
  let lane: Promise<unknown> = Promise.resolve();

  const key = ({ userId, deviceId }: CallFeed): string => keyOf(userId, deviceId ?? '');
  const talking = (): boolean => !groupCall.isMicrophoneMuted();

  /** Keys of the other participants who talk. */
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

  /** Returns the reason why talking is not possible. */
  async function take(on: boolean): Promise<CallProblem | null> {
    wanted = on;
    untilMs = on ? Date.now() + talkMs : null;
    if (!(await apply())) {
      wanted = false;
      untilMs = null;
      return 'no_microphone';
    }
    look();
    return null;
  }

  async function takeTurn(): Promise<void> {
    waits = false;
    const problem = await take(true);
    if (problem !== null) lost(problem);
  }

  function look(): void {
    const [other] = speakers();
    if (waits && other === undefined) void takeTurn();
    // Two participants took the floor at the same moment: the lesser key keeps it.
    if (!talking() || other === undefined || own < other) return;
    wanted = false;
    waits = true;
    void apply();
    lost('floor_lost');
  }

  groupCall.on(GroupCallEvent.LocalMuteStateChanged, (muted: boolean) => {
    if (!muted) return;
    // The button is still pressed: the twenty seconds are over.
    if (wanted && untilMs !== null && Date.now() >= untilMs) lost('floor_over');
    wanted = false;
    untilMs = null;
  });

  return {
    holder: () => speakers()[0] ?? (talking() ? own : null),
    untilMs: () => untilMs,
    async talk(on) {
      waits = on && speakers().length > 0;
      return waits ? 'floor_taken' : take(on);
    },
    look,
  };
}
