// A scheduled row as the outbox takes it.
import type { ScheduledRow } from '#stores/outbox/scheduled';
import type { Outbox } from '../send/outbox';

export type Send = Parameters<Outbox['sendMessage']>[0];

export const asSend = ({ requestId, roomId, threadId, message }: ScheduledRow): Send =>
  ({ ...message, requestId, roomId, threadId }) as Send;
