// Places on the map: a `geo:` address (RFC 5870) as `m.location` messages carry it, plain or by MSC3488. Must not ask a map service.
import { isRecord, textOf } from '#stores/events/types';
import { messageKind, type Source } from './kind';
import { longestText, oneLine } from './words';
import type { Content } from '../events/relations';

export interface Place {
  /** Degrees, WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
  /** Radius in which the place is, metres; null where its sender did not say. */
  readonly uncertaintyM: number | null;
}

const longestUri = 500;
const number = /^-?\d{1,3}(?:\.\d{1,20})?$/;
const metres = /^\d{1,8}(?:\.\d{1,20})?$/;

/** Null for anything but two degrees on the globe of WGS 84; the altitude is not shown and only checked. */
export function parseGeoUri(uri: string): Place | null {
  if (uri.length > longestUri || !/^geo:/i.test(uri)) return null;
  const [coordinates = '', ...parameters] = uri.slice('geo:'.length).split(';');
  const degrees = coordinates.split(',');
  const [latitude = '', longitude = '', altitude = '0'] = degrees;
  if (degrees.length > 3 || !number.test(latitude) || !number.test(longitude)) return null;
  if (!/^-?\d{1,8}(?:\.\d{1,20})?$/.test(altitude)) return null;
  const place = { latitude: Number(latitude), longitude: Number(longitude) };
  if (Math.abs(place.latitude) > 90 || Math.abs(place.longitude) > 180) return null;
  let uncertaintyM: number | null = null;
  for (const parameter of parameters) {
    const [name = '', value = ''] = parameter.toLowerCase().split('=');
    if (name === 'crs' && value !== 'wgs84') return null;
    if (name === 'u' && metres.test(value)) uncertaintyM = Number(value);
  }
  return { ...place, uncertaintyM };
}

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
