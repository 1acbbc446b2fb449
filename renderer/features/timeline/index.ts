export { PinnedBar } from './pins/PinnedBar';
export { OpenLink } from './html/Link';
export { RichText } from './html/RichText';
export { previewWords } from './previewWords';
export { messageLine } from './kinds/registry';
export { RoomTimeline } from './RoomTimeline';
