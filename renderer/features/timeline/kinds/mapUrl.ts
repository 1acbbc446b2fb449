// The address of a place on a map in the browser.
import type { BodyOf } from './kind';

const zoom = 16;

export const mapUrl = ({
  latitude,
  longitude,
}: Pick<BodyOf<'location'>, 'latitude' | 'longitude'>): string =>
  `https://www.openstreetmap.org/?mlat=${latitude}&mlon=${longitude}#map=${zoom}/${latitude}/${longitude}`;
