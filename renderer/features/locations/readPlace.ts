// A place as people write or paste it: degrees, a `geo:` address, a link of a map. Pure; nothing is looked up.

export interface Degrees {
  /** WGS 84. */
  readonly latitude: number;
  readonly longitude: number;
}

const number = String.raw`([+-]?\d{1,3}(?:\.\d{1,15})?)`;
const between = String.raw`\s*(?:,|;|\s|\/|%2C)\s*`;
const patterns: readonly RegExp[] = [
  new RegExp(String.raw`^geo:${number},${number}(?:[,;].*)?$`, 'i'),
  new RegExp(String.raw`[?&]mlat=${number}&mlon=${number}(?:[&#]|$)`),
  new RegExp(String.raw`#map=[\d.]{1,5}/${number}/${number}(?:[/&]|$)`),
  new RegExp(String.raw`/@${number},${number}(?:[,/]|$)`),
  new RegExp(
    String.raw`[?&](?:q|ll|query|center|cp|mlatlon)=${number}${between}${number}(?:[&#~]|$)`,
    'i',
  ),
];
const plain = new RegExp(
  String.raw`^${number}\s*°?\s*([NS])?${between}${number}\s*°?\s*([EW])?$`,
  'i',
);

/** The way of maps and phones: 52°30′59″N 13°22′40.2″E, with primes or the signs of a keyboard. */
const angle = (sides: string): string =>
  String.raw`(\d{1,3})\s*°\s*(?:([0-5]?\d)\s*['′’]\s*(?:([0-5]?\d(?:[.,]\d{1,9})?)\s*(?:["″”]|''|′′)\s*)?)?([${sides}])`;
const inMinutes = new RegExp(String.raw`^${angle('NS')}\s*[,;]?\s*${angle('EW')}$`, 'i');
/** With commas as many languages write numbers, so that what stands between the two is something else. */
const withCommas = /^([+-]?\d{1,3}),(\d{1,15})\s*(?:;|\/|,\s|\s)\s*([+-]?\d{1,3}),(\d{1,15})$/;

/** Degrees of an angle in degrees, minutes and seconds. */
const degreesOf = (degrees?: string, minutes = '0', seconds = '0'): number =>
  Number(degrees) + Number(minutes) / 60 + Number(seconds.replace(',', '.')) / 3600;

function placeOf(latitude: number, longitude: number): Degrees | null {
  const sound = Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180;
  return sound ? { latitude, longitude } : null;
}

/** Null where no place is found, or none on the globe. */
export function readPlace(written: string): Degrees | null {
  const text = written.trim().slice(0, 2_000);
  const bare = plain.exec(text);
  if (bare !== null) {
    const south = bare[2]?.toUpperCase() === 'S' ? -1 : 1;
    const west = bare[4]?.toUpperCase() === 'W' ? -1 : 1;
    return placeOf(south * Number(bare[1]), west * Number(bare[3]));
  }
  const turned = inMinutes.exec(text);
  if (turned !== null) {
    const latitude = degreesOf(turned[1], turned[2], turned[3]);
    const longitude = degreesOf(turned[5], turned[6], turned[7]);
    return placeOf(
      turned[4]?.toUpperCase() === 'S' ? -latitude : latitude,
      turned[8]?.toUpperCase() === 'W' ? -longitude : longitude,
    );
  }
  const comma = withCommas.exec(text);
  if (comma !== null)
    return placeOf(Number(`${comma[1]}.${comma[2]}`), Number(`${comma[3]}.${comma[4]}`));
  for (const pattern of patterns) {
    const found = pattern.exec(text);
    if (found !== null) return placeOf(Number(found[1]), Number(found[2]));
  }
  return null;
}
