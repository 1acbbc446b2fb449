export { RoomTimeline } from './RoomTimeline';
