// Places on the map: a `geo:` address (RFC 5870) as `m.location` messages carry it, plain or by MSC3488. Must not ask a map service.
import { isRecord, textOf } from '#stores/events/types';
import { messageKind, type Source } from '../kind';
import { longestText, oneLine } from '../words';
import { parseGeoUri, type Place } from '../../events/geoUri';
import type { Content } from '../../events/relations';

interface Location extends Place {
  /** Empty where its sender said nothing but the address. */
  readonly description: string;
}

/** The place as MSC3488 has it, which stands beside what the specification asks for. */
function extended(content: Content): Content {
  const value = content['m.location'] ?? content['org.matrix.msc3488.location'];
  return isRecord(value) ? value : {};
}

function claims({ content }: Source): Location | null {
  const { uri, description } = extended(content);
  const body = textOf(content['body']);
  const address = textOf(content['geo_uri']) ?? textOf(uri);
  const place = address === null || body === null ? null : parseGeoUri(address);
  if (place === null || body === null) return null;
  // A body that repeats the address stands in for clients that know no places.
  const words = textOf(description) ?? (/geo:/i.test(body) ? '' : body);
  return { ...place, description: words.slice(0, longestText) };
}

export const location = messageKind<Location>({
  eventTypes: ['m.room.message'],
  msgtypes: ['m.location'],
  aggregates: ['m.replace', 'm.annotation'],
  claims,
  body: ({ description, latitude, longitude, uncertaintyM }) => ({
    type: 'location',
    text: description,
    latitude,
    longitude,
    uncertaintyM,
  }),
  line: ({ description }) => ({ kind: 'location', text: oneLine(description) }),
});
