import { later } from '#app/later';

export { roomFilterId } from './ListHead';
export { RoomListPane } from './RoomListPane';
export { roomTreeId } from './RoomTree';
export { InviteDialog, useRoomActions, type RoomActions } from './useRoomActions';

export const InviteCard = later(async () => (await import('./InviteCard')).InviteCard);
export const KnockCard = later(async () => (await import('./KnockCard')).KnockCard);
export const NewChatDialog = later(async () => (await import('./NewChatDialog')).NewChatDialog);
export const SpacePage = later(async () => (await import('./space/SpacePage')).SpacePage);
