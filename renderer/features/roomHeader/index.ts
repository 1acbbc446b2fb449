import { later } from '#app/later';

export { RoomIntro } from './RoomIntro';
export {
  filesButtonId,
  peopleButtonId,
  RoomHeaderBar,
  threadsButtonId,
  type RoomHeaderBarProps,
} from './RoomHeaderBar';

export const PersonCard = later(async () => (await import('./PersonCard')).PersonCard);
export const AskingBar = later(async () => (await import('./AskingBar')).AskingBar);
export const MembersPanel = later(async () => (await import('./MembersPanel')).MembersPanel);
