// Networks that the homeserver is bridged to, and rooms and people there. Keeps nothing.
import { textOf } from '#stores/events/types';
import type { Store } from '#stores/sqlite/store';
import type { Bridge, BridgedFind, BridgedPlace } from '#contract/areas/rooms/directoryModels';
import { isRecord } from '../base/record';
import { cleanName } from '../events/cleanName';
import { isRefusal, notMatrix } from '../http/errors';
import type { Http } from '../http/http';
import { path } from '../http/url';
import { avatarHandle } from '../rooms/people';

type Asked = Pick<Http, 'request'>;
const most = 100;

const texts = (list: unknown): string[] =>
  Array.isArray(list)
    ? list.filter((one): one is string => typeof one === 'string').slice(0, most)
    : [];

function bridgeOf(db: Store['db'], id: string, told: unknown): Bridge[] {
  if (!isRecord(told)) return [];
  const kinds = isRecord(told['field_types']) ? told['field_types'] : {};
  const instances: unknown[] = Array.isArray(told['instances']) ? told['instances'] : [];
  const fields = (names: unknown): Bridge['userFields'] =>
    texts(names).map((name) => {
      const kind = kinds[name];
      const example = isRecord(kind) ? textOf(kind['placeholder']) : null;
      return { name, example: example?.slice(0, 200) ?? '' };
    });
  return [
    {
      protocol: id,
      userFields: fields(told['user_fields']),
      placeFields: fields(told['location_fields']),
      networks: instances.slice(0, most).flatMap((one) => {
        const network = isRecord(one) ? textOf(one['instance_id']) : null;
        if (!isRecord(one) || network === null) return [];
        return [
          {
            id: network,
            name: cleanName(one['desc']) ?? id,
            icon: avatarHandle(db, textOf(one['icon'])),
          },
        ];
      }),
    },
  ];
}

/** GET /thirdparty/protocols; none on a server that knows nothing of bridges. @throws AppFailure */
export async function bridges(http: Asked, { db }: Pick<Store, 'db'>): Promise<Bridge[]> {
  const answer = await http
    .request<unknown>({ method: 'GET', path: '/thirdparty/protocols', retry: 'limited' })
    .catch((thrown: unknown) => {
      if (isRefusal(thrown)) return {};
      throw thrown;
    });
  if (!isRecord(answer)) throw notMatrix();
  return Object.entries(answer)
    .slice(0, most)
    .flatMap(([id, told]) => bridgeOf(db, id, told));
}

/** GET /thirdparty/location and /user: rooms or people of a bridged network by what they are called there. @throws AppFailure */
export async function findBridged(
  http: Asked,
  { what, protocol, fields }: BridgedFind,
): Promise<BridgedPlace[]> {
  const answer = await http
    .request<unknown>({
      ...{ method: 'GET', query: fields, retry: 'limited', timeoutMs: 90_000 },
      path: (what === 'place' ? '/thirdparty/location' : '/thirdparty/user') + path`/${protocol}`,
    })
    .catch((thrown: unknown) => {
      if (isRefusal(thrown)) return [];
      throw thrown;
    });
  if (!Array.isArray(answer)) throw notMatrix();
  return answer.slice(0, most).flatMap((one: unknown): BridgedPlace[] => {
    const address = isRecord(one) ? textOf(one[what === 'place' ? 'alias' : 'userid']) : null;
    const named = isRecord(one) && isRecord(one['fields']) ? one['fields'] : {};
    if (address === null || !(what === 'place' ? /^[#!]/ : /^@/).test(address)) return [];
    const names = Object.values(named).flatMap((value) => cleanName(value) ?? []);
    return [{ address: address.slice(0, 255), name: names.join(' · ').slice(0, 255) }];
  });
}
