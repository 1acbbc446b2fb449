// Gives a call that is over the length that its signals tell, so that every device and both sides say the same. Changes only the end of its row.
import { getCall, putCall } from '#stores/calls/calls';
import type { StoredEvent } from '#stores/events/types';
import { getEventByNo } from '#stores/events/timeline';
import { roomNoOf } from '#stores/rooms/rooms';
import type { Store } from '#stores/sqlite/store';
import type { CallReport } from '#contract/areas/calls/callsModels';
import { signalKind } from '../events/callSignals';
import { effective } from '../events/relations';
import { signalledLength } from '../kinds/notices/call';

export interface CallLengths {
  /** Events that are stored by now; the ends of calls among them are looked at. */
  found(events: readonly StoredEvent[]): void;
  decrypted(eventNos: readonly number[]): void;
  /** A report of a window that was carried out: its end may come later than the signal. */
  reported(report: CallReport): void;
}

export function createCallLengths(store: Store): CallLengths {
  const { db } = store;

  function settle(roomNo: number, callId: string): void {
    const row = getCall(db, roomNo, callId);
    if (row === null || row.connectedMs === null || row.outcome !== 'answered') return;
    const lengthMs = signalledLength(db, roomNo, callId);
    if (lengthMs === null || row.endedMs === row.connectedMs + lengthMs) return;
    const endedMs = row.connectedMs + lengthMs;
    store.write((changes) => {
      putCall(db, { ...row, endedMs });
      changes.topic('calls');
      changes.room(roomNo);
    });
  }

  function found(events: readonly StoredEvent[]): void {
    for (const event of events) {
      if (event.stateKey !== null || event.redactedBy !== null) continue;
      const { type, content } = effective(event);
      const kind = signalKind(type);
      const ends = kind === 'hangup' || kind === 'answer';
      if (ends) settle(event.roomNo, String(content['call_id']));
    }
  }

  return {
    found,
    decrypted: (eventNos) => found(eventNos.flatMap((eventNo) => getEventByNo(db, eventNo) ?? [])),
    reported({ roomId, callId, state }) {
      const roomNo = state === 'ended' ? roomNoOf(db, roomId) : null;
      if (roomNo !== null) settle(roomNo, callId);
    },
  };
}
