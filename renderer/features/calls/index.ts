import { later } from '#app/later';

export { CallButtons, DirectButtons } from './CallButtons';
export { CallLine } from './CallLine';
export { CallPlace } from './CallPlace';
export { CallsProvider } from './CallsProvider';
export { GroupBanner } from './group/GroupBanner';
export { GroupLine } from './group/GroupLine';
export { LiveMark } from './group/LiveMark';
export { groupWords, withDuration } from './callWords';
export { isRingWindow } from './ringWindow';

export const CallsPlace = later(async () => (await import('./history/CallsPlace')).CallsPlace);
export const CallSettings = later(async () => (await import('./CallSettings')).CallSettings);
export const RingPage = later(async () => (await import('./RingPage')).RingPage);
