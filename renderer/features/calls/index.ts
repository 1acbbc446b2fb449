export { CallButtons } from './CallButtons';
export { CallLine } from './CallLine';
export { CallPlace } from './CallPlace';
export { CallsProvider } from './CallsProvider';
export { GroupBanner } from './group/GroupBanner';
export { isRingWindow, RingPage } from './RingPage';
export { CallSettings } from './CallSettings';
