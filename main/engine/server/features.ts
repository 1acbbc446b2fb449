// The features that the homeserver announces (GET /versions): each one is stable, unstable or unsupported. Must not know what they are used
// for.
import { appFailure } from '#contract/wire/errors';
import { isRecord } from '../base/record';
import type { Log } from '../base/types';
import { unexpected } from '../base/unexpected';
import type { Http } from '../http/http';

export type FeatureLevel = 'stable' | 'unstable' | 'unsupported';

interface Feature {
  /** The version of the specification that has it: 1.x; null: none yet. */
  readonly since: number | null;
  /** Names by which a server announces the feature in its specified form, or in its proposed form. */
  readonly stable: readonly string[];
  readonly unstable: readonly string[];
}

const features = {
  threads: { since: 4, stable: ['org.matrix.msc3440.stable'], unstable: ['org.matrix.msc3440'] },
  profileFields: {
    since: 16,
    stable: ['uk.tcpip.msc4133.stable'],
    unstable: ['uk.tcpip.msc4133'],
  },
  mutualRooms: {
    since: null,
    stable: ['uk.half-shot.msc2666.query_mutual_rooms.stable'],
    unstable: ['uk.half-shot.msc2666.query_mutual_rooms'],
  },
  delayedEvents: { since: null, stable: [], unstable: ['org.matrix.msc4140'] },
  slidingSync: { since: null, stable: [], unstable: ['org.matrix.simplified_msc3575'] },
  redactionOfRelated: { since: null, stable: [], unstable: ['org.matrix.msc3912'] },
} as const satisfies Record<string, Feature>;
export type FeatureName = keyof typeof features;

/** Texts of the failure for a feature that the server lacks (CHAT-5.8). */
const lacking = {
  threads: 'could not get thread timeline: no client support',
  profileFields: 'Server does not support extended profiles',
  mutualRooms: 'Server does not support the Mutual Rooms API',
  delayedEvents: 'Server does not support the delayed events API',
  slidingSync: 'Server does not support simplified sliding sync',
  redactionOfRelated: 'Server does not support relation based redactions',
} as const satisfies Record<FeatureName, string>;

/** The level of a feature in an answer of /versions. */
export function levelIn(versions: unknown, name: FeatureName): FeatureLevel {
  const { since, stable, unstable }: Feature = features[name];
  const told = isRecord(versions) ? versions : {};
  const flags = isRecord(told['unstable_features']) ? told['unstable_features'] : {};
  const numbers = Array.isArray(told['versions']) ? told['versions'] : [];
  const isSpoken = (one: unknown): boolean => {
    const minor = typeof one === 'string' ? /^v1\.(\d{1,4})$/.exec(one)?.[1] : undefined;
    return since !== null && minor !== undefined && Number(minor) >= since;
  };
  if (numbers.some(isSpoken) || stable.some((flag) => flags[flag] === true)) return 'stable';
  return unstable.some((flag) => flags[flag] === true) ? 'unstable' : 'unsupported';
}

export interface Features {
  /** Asks the server once in a run. @throws AppFailure */
  level(name: FeatureName): Promise<FeatureLevel>;
  /** For optional features: false when the server gives no answer. Never rejects. */
  has(name: FeatureName): Promise<boolean>;
  /** @throws AppFailure `unsupported_server`, with the text of the missing feature */
  need(name: FeatureName): Promise<Exclude<FeatureLevel, 'unsupported'>>;
}

/** After this time the request fails, and the next caller asks again. */
const timeoutMs = 8_000;

export function createFeatures(http: Pick<Http, 'request'>, log: Log): Features {
  let asked: Promise<unknown> | null = null;
  const versions = (): Promise<unknown> => {
    asked ??= http
      .request<unknown>({
        ...{ method: 'GET', prefix: '', path: '/_matrix/client/versions', retry: 'limited' },
        timeoutMs,
      })
      .catch((thrown: unknown) => {
        // The next caller asks again.
        asked = null;
        throw thrown;
      });
    return asked;
  };
  const level = async (name: FeatureName): Promise<FeatureLevel> => levelIn(await versions(), name);
  return {
    level,
    async has(name) {
      try {
        return (await level(name)) !== 'unsupported';
      } catch (thrown) {
        unexpected(log, 'features of the server', thrown);
        return false;
      }
    },
    async need(name) {
      const found = await level(name);
      if (found === 'unsupported') throw appFailure('unsupported_server', lacking[name]);
      return found;
    },
  };
}
