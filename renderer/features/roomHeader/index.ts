import { later } from '#app/later';

export {
  filesButtonId,
  peopleButtonId,
  RoomHeaderBar,
  type RoomHeaderBarProps,
} from './RoomHeaderBar';

export const MembersPanel = later(async () => (await import('./MembersPanel')).MembersPanel);
