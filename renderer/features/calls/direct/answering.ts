// Answering a call between two, with a microphone or without: what could not be opened leaves the call ringing until the person chooses, and
// silence gives way to the microphone once it is there. It must not end the call.
import type { CallProblem } from '../callTypes';
import { mediaProblem } from '../media/problems';
import type { MatrixCall } from '../webrtc/call/matrixCall';
import { CallDirection, CallState } from '../webrtc/callStates';
import type { CallClient } from './directHost';
import { createEarlyAnswer } from './earlyAnswer';

export interface Answering {
  /** The reason why the microphone could not be opened for an answer; null: none. */
  unanswered(): CallProblem | null;
  answer(video: boolean, listening: boolean): Promise<void>;
  /** Answers again with the same media, or without a microphone. */
  again(listening: boolean): Promise<void>;
  /** Takes a failure of the microphone. False: the failure ends the call. */
  waitsFor(problem: CallProblem): 'choice' | 'nothing' | false;
  /** Null: the microphone is open, though it need not be on. */
  stopListening(): Promise<CallProblem | null>;
}

export function createAnswering(call: MatrixCall, calls: CallClient): Answering {
  const ahead = createEarlyAnswer(call, calls);
  const { media } = calls;
  let unanswered: CallProblem | null = null;
  let wantsVideo = false;

  async function answer(video: boolean, listening: boolean): Promise<void> {
    unanswered = null;
    wantsVideo = video;
    if (call.localUsermediaFeed !== undefined && call.state === CallState.Ringing)
      return call.sendAnswerAgain();
    media.microphoneAllowed = !listening;
    const isEarly = !listening && !video && ahead.can();
    await (isEarly ? ahead.answer() : call.answer(true, video));
  }

  return {
    unanswered: () => unanswered,
    answer,
    again: (listening) => answer(wantsVideo && !listening, listening),
    waitsFor(problem) {
      if (call.direction !== CallDirection.Inbound || call.callHasEnded()) return false;
      // The call was answered before the microphone was open: the person listens.
      if (call.localUsermediaFeed !== undefined) return 'nothing';
      unanswered = problem;
      return 'choice';
    },
    async stopListening() {
      if (media.microphoneAllowed) return null;
      try {
        await media.stopListening();
        return null;
      } catch (thrown) {
        return mediaProblem(String(thrown), 'microphone');
      }
    },
  };
}
