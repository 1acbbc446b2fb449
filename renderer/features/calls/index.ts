export { CallButtons } from './CallButtons';
export { CallLine } from './CallLine';
export { CallPlace } from './CallPlace';
export { CallsProvider } from './CallsProvider';
export { isRingWindow, RingPage } from './RingPage';
export { CallSettings } from './CallSettings';
