// Places on the globe as `geo:` addresses (RFC 5870): read with suspicion, and written. Pure.

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

/** A tenth of a metre; more digits would be noise. */
const digits = 6;

const written = (degrees: number): string =>
  degrees
    .toFixed(digits)
    .replace(/\.?0+$/, '')
    .replace(/^-0$/, '0');

export const geoUri = ({ latitude, longitude }: Pick<Place, 'latitude' | 'longitude'>): string =>
  `geo:${written(latitude)},${written(longitude)}`;
