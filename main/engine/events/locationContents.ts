// Contents of outgoing places and live locations, in the form that Element and the JavaScript SDK read. Pure.
import type { BeaconInfo } from './beacons';
import { geoUri, type Place } from './geoUri';
import type { Content } from './relations';

type Degrees = Pick<Place, 'latitude' | 'longitude'>;

const location = (uri: string, description: string): Content =>
  description === '' ? { uri } : { uri, description };

/** `m.location` of the specification, with MSC3488 beside it; the address stands in for a description. */
export function placeContent(place: Degrees, text: string, nowMs: number): Content {
  const uri = geoUri(place);
  const body = text === '' ? `Location: ${uri}` : text;
  return {
    msgtype: 'm.location',
    body,
    geo_uri: uri,
    'org.matrix.msc3488.location': location(uri, text),
    'org.matrix.msc3488.asset': { type: 'm.pin' },
    'org.matrix.msc3488.ts': nowMs,
    'org.matrix.msc1767.text': body,
    'm.mentions': {},
  };
}

/** The same content as `makeBeaconInfoContent` of the JavaScript SDK. */
export const beaconInfoContent = (info: BeaconInfo): Content => ({
  description: info.description,
  timeout: info.timeoutMs,
  live: info.live,
  'org.matrix.msc3488.ts': info.startMs,
  'org.matrix.msc3488.asset': { type: 'm.self' },
});

/** The same content as `makeBeaconContent` of the JavaScript SDK. `beaconId`: the state event that started the live location. */
export const beaconContent = (place: Degrees, beaconId: string, nowMs: number): Content => ({
  'org.matrix.msc3488.location': location(geoUri(place), ''),
  'org.matrix.msc3488.ts': nowMs,
  'm.relates_to': { rel_type: 'm.reference', event_id: beaconId },
});
