// The lazily loaded half: matrix-js-sdk's call classes on the facade. Places and receives calls, one session each.
import { CallState, createNewMatrixCall, type MatrixCall } from 'matrix-js-sdk/lib/webrtc/call.js';
import { CallEventHandlerEvent } from 'matrix-js-sdk/lib/webrtc/callEventHandler.js';
import { logger } from 'matrix-js-sdk/lib/logger.js';
import type { CallRoom, CallSignal } from '../../../../preload/contract/callModels';
import { createCallClient, type CallLine } from './client';
import { createSession, type Session } from './session';

export interface MachineDeps {
  readonly line: CallLine;
  /** Sessions came, changed or went. */
  readonly onChange: () => void;
}

export interface Machine {
  readonly sessions: ReadonlyMap<string, Session>;
  setRoom(room: CallRoom): void;
  deliver(signals: readonly CallSignal[]): void;
  /** Null where the browser cannot call (CALL-8.13). Opens the microphone, and the camera for a video call. */
  place(roomId: string, invitee: string | null, video: boolean): Session | null;
  /** Forgets a call that is over. */
  forget(callId: string): void;
  setDevice(kind: 'audioinput' | 'videoinput', deviceId: string): Promise<void>;
  stop(): void;
}

// It writes ids and addresses at every step; errors stay.
for (const name of ['trace', 'debug', 'info', 'log', 'warn'] as const)
  (logger as unknown as Record<string, () => void>)[name] = () => undefined;

export function createMachine({ line, onChange }: MachineDeps): Machine {
  const calls = createCallClient(line);
  const sessions = new Map<string, Session>();

  function adopt(call: MatrixCall): Session {
    const known = sessions.get(call.callId);
    if (known !== undefined) return known;
    const session = createSession(call, {
      calls,
      ownUserId: line.userId,
      hasTurn: () => line.turn().servers.length > 0,
      onChange,
      onEnd: () => {
        onChange();
        closeDevices();
      },
      onReplaced: (successor) => {
        adopt(successor);
        onChange();
      },
    });
    sessions.set(call.callId, session);
    onChange();
    return session;
  }

  function closeDevices(): void {
    const live = [...sessions.values()].some(({ call }) => !call.callHasEnded());
    if (!live && calls.media.userMediaStreams.length === 0) line.closeDevices();
  }

  const incoming = (call: MatrixCall): void => void adopt(call);
  calls.client.on(CallEventHandlerEvent.Incoming, incoming);

  return {
    sessions,
    setRoom: (room) => void calls.setRoom(room),
    deliver: (signals) => calls.deliver(signals),
    place(roomId, invitee, video) {
      const options = invitee === null ? {} : { invitee };
      const call = createNewMatrixCall(calls.client, roomId, options);
      if (call === null) return null;
      const session = adopt(call);
      void (video ? call.placeVideoCall() : call.placeVoiceCall()).finally(() => {
        if (call.callHasEnded()) session.close();
      });
      return session;
    },
    forget(callId) {
      const session = sessions.get(callId);
      if (session === undefined || session.call.state !== CallState.Ended) return;
      session.close();
      sessions.delete(callId);
      closeDevices();
      onChange();
    },
    async setDevice(kind, deviceId) {
      if (kind === 'audioinput') await calls.media.setAudioInput(deviceId);
      else await calls.media.setVideoInput(deviceId);
      onChange();
    },
    stop() {
      calls.client.removeListener(CallEventHandlerEvent.Incoming, incoming);
      for (const session of sessions.values()) if (!session.call.callHasEnded()) session.hangUp();
      calls.stop();
    },
  };
}
