// Splits to-device messages into requests of at most twenty (CHAT-7.57): the library puts up to 250 into one, which servers with a small
// body limit refuse. Must not know the messages' meaning.
import { isRecord } from '../base/record';

/** A request of the SDK: a body that is a text is JSON already. */
export interface SdkRequest {
  readonly method: string;
  readonly path: string;
  readonly body: unknown;
}

const mostMessages = 20;
const atOnce = 4;
const sending = /\/sendToDevice\/[^/]+\/([^/]+)$/;

type Batch = Record<string, Record<string, unknown>>;

/** The messages of a body, in its order. */
function batchesOf(messages: Record<string, unknown>): Batch[] {
  const batches: Batch[] = [];
  let left = 0;
  for (const [userId, devices] of Object.entries(messages))
    for (const [deviceId, message] of Object.entries(isRecord(devices) ? devices : {})) {
      if (left === 0) {
        batches.push({});
        left = mostMessages;
      }
      const last = batches.at(-1) ?? {};
      // Anybody names their devices as they like, `__proto__` too.
      const those = (last[userId] ??= Object.create(null) as Record<string, unknown>);
      those[deviceId] = message;
      left -= 1;
    }
  return batches;
}

/**
 * The request in parts; the same again makes the same parts with the same transaction ids, so that a try after a failure sends nothing twice.
 * Null: it goes as it is.
 */
export function inParts({ method, path, body }: SdkRequest): SdkRequest[] | null {
  if (method !== 'PUT' || typeof body !== 'string' || !sending.test(path)) return null;
  const { messages } = JSON.parse(body) as { messages?: unknown };
  const batches = batchesOf(isRecord(messages) ? messages : {});
  if (batches.length < 2) return null;
  return batches.map((batch, at) => ({
    method,
    path: at === 0 ? path : `${path}.${at}`,
    body: JSON.stringify({ messages: batch }),
  }));
}

/** Some beside each other; the first failure is that of all. */
export async function sendParts(
  parts: readonly SdkRequest[],
  send: (part: SdkRequest) => Promise<unknown>,
): Promise<void> {
  const waiting = [...parts];
  const line = async (): Promise<void> => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift()) await send(part);
  };
  const stopping = (thrown: unknown): never => {
    waiting.length = 0;
    throw thrown;
  };
  const lines = Array.from({ length: atOnce }, () => line().catch(stopping));
  await Promise.allSettled(lines);
  await Promise.all(lines);
}
