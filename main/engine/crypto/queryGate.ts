// Puts the pauses of keyQueries.ts between the library and the server. With backend.ts the only place that knows its internals.
import { KeysQueryRequest, type OlmMachine } from '@matrix-org/matrix-sdk-crypto-wasm';
import { isRecord } from '../base/record';
import type { Clock, Log } from '../base/types';
import { reported } from '../base/unexpected';
import { createKeyQueries, type KeyQueries } from './keyQueries';

export interface Library {
  readonly olmMachine: OlmMachine;
  readonly outgoingRequestsManager: { doProcessOutgoingRequests(): Promise<void> };
}

/** The library offers all that it wants to send before each round; a query that was left out is offered again in the next. */
export function gateQueries(library: Library, clock: Clock, log: Log): KeyQueries {
  const { olmMachine, outgoingRequestsManager } = library;
  const queries = createKeyQueries(clock, () => {
    outgoingRequestsManager.doProcessOutgoingRequests().catch(reported(log, 'key queries'));
  });
  const offered = olmMachine.outgoingRequests.bind(olmMachine);
  olmMachine.outgoingRequests = async () =>
    (await offered()).filter(
      (request) => !(request instanceof KeysQueryRequest) || queries.mayGo(askedFor(request)),
    );
  // Before it encrypts, the library waits up to 5 s for a query about people of whom it knows no other device: the own account, alone in a
  // new room, is one, and joining has just marked it as changed.
  const missing = olmMachine.getMissingSessions.bind(olmMachine);
  olmMachine.getMissingSessions = (users) => queries.urgently(() => missing(users));
  return queries;
}

function askedFor({ body }: KeysQueryRequest): string[] {
  const asked: unknown = (JSON.parse(body) as Record<string, unknown>)['device_keys'];
  return isRecord(asked) ? Object.keys(asked) : [];
}
