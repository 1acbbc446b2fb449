import { later } from '#app/later';

export const BlockedLine = later(async () => (await import('./BlockedLine')).BlockedLine);
export { BlockedPeople } from './BlockedPeople';
export { useIgnoring, type Ignoring } from './useIgnoring';
