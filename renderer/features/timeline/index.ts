export { OpenLink } from './html/Link';
export { RichText } from './html/RichText';
export { RoomTimeline } from './RoomTimeline';
