import { later } from '#app/later';

export { CallButtons, DirectButtons } from './join/CallButtons';
export { CallLine } from './history/CallLine';
export { CallPlace } from './stage/CallPlace';
export { useCallAccounts, useCallCenter, useInCall, useIsInCallAs, useOwnCalls } from './context';
export { useCamera } from './devices/useCamera';
export { useMicrophone, type Microphone } from './devices/useMicrophone';
export { CallsProvider } from './CallsProvider';
export { GroupLine } from './history/GroupLine';
export { LiveMark } from './join/LiveMark';
export { groupWords, lineWords } from './history/callWords';
export { isRingWindow } from './ring/ringWindow';

export const GroupBanner = later(async () => (await import('./join/GroupBanner')).GroupBanner);
export const CallsPlace = later(async () => (await import('./history/CallsPlace')).CallsPlace);
export const CallSettings = later(
  async () => (await import('./devices/CallSettings')).CallSettings,
);
export const RingPage = later(async () => (await import('./ring/RingPage')).RingPage);
