// What the homeserver says it can do beyond the specification: `unstable_features` of GET /versions, asked once a session.
// Must not know what a feature is for.
import { isRecord } from '../base/record';
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import type { Http } from './http';

/** Answers whether the server announces a feature; a question that got no answer is asked anew the next time, and means no. */
export type Features = (name: string) => Promise<boolean>;

const timeoutMs = 8_000;

export function createFeatures({
  http,
  log,
}: {
  readonly http: Pick<Http, 'request'>;
  readonly log: Log;
}): Features {
  let known: Promise<Record<string, unknown>> | null = null;

  async function ask(): Promise<Record<string, unknown>> {
    const answer = await http.request<unknown>({
      method: 'GET',
      prefix: '',
      path: '/_matrix/client/versions',
      retry: 'none',
      timeoutMs,
    });
    const features = isRecord(answer) ? answer['unstable_features'] : null;
    return isRecord(features) ? features : {};
  }

  return async (name) => {
    known ??= ask();
    try {
      return (await known)[name] === true;
    } catch (thrown) {
      unexpected(log, 'features of the server', thrown);
      known = null;
      return false;
    }
  };
}
