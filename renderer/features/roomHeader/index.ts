export {
  filesButtonId,
  peopleButtonId,
  RoomHeaderBar,
  type RoomHeaderBarProps,
} from './RoomHeaderBar';
export { MembersPanel } from './MembersPanel';
