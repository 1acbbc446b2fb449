export { PinnedBar } from './pins/PinnedBar';
export { OpenLink } from './html/Link';
export { PlainText } from './html/PlainText';
export { RichText } from './html/RichText';
export { editTargetOf } from './editing';
export { previewWords } from './previewWords';
export { messageLine } from './kinds/registry';
export { RoomTimeline } from './RoomTimeline';
