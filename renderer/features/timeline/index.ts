import { later } from '#app/later';

export { PinnedBar } from './pins/PinnedBar';
export { OpenLink } from './html/Link';
export { PlainText } from './html/PlainText';
export { RichText } from './html/RichText';
export { editTargetOf } from './editing';
export { previewWords } from './previewWords';
export { messageLine } from './kinds/registry';
export { RoomTimeline } from './RoomTimeline';

/** The rows of a room that is not joined. */
export const PeekTimeline = later(async () => (await import('./peek/PeekTimeline')).PeekTimeline);
