// Tells the administrators of the own homeserver about a message, a room or somebody (CHAT-7.36).
import type { Http } from '../http/http';
import { path } from '../http/url';

type Requests = Pick<Http, 'request'>;

/** The most offensive on a scale from -100 to 0; current servers look at the reason alone. */
const score = -100;

export const reportMessage = (
  http: Requests,
  roomId: string,
  eventId: string,
  reason: string,
): Promise<unknown> =>
  http.request({
    method: 'POST',
    path: path`/rooms/${roomId}/report/${eventId}`,
    body: { score, reason },
    retry: 'limited',
  });

/** @throws AppFailure `unsupported_server` before v1.13 of the specification */
export const reportRoom = (http: Requests, roomId: string, reason: string): Promise<unknown> =>
  http.request({
    method: 'POST',
    path: path`/rooms/${roomId}/report`,
    body: { reason },
    retry: 'limited',
  });

/** @throws AppFailure `unsupported_server` before v1.14 of the specification */
export const reportPerson = (http: Requests, userId: string, reason: string): Promise<unknown> =>
  http.request({
    method: 'POST',
    path: path`/users/${userId}/report`,
    body: { reason },
    retry: 'limited',
  });
