export { BlockedLine } from './BlockedLine';
export { BlockedPeople } from './BlockedPeople';
export { useIgnoring, type Ignoring } from './useIgnoring';
