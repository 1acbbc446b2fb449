export { InviteCard } from './InviteCard';
export { KnockCard } from './KnockCard';
export { NewChatDialog } from './NewChatDialog';
export { RoomListPane, roomFilterId } from './RoomListPane';
export { roomTreeId } from './RoomTree';
export { SpacePage } from './SpacePage';
export { useRoomActions, type RoomActions } from './useRoomActions';
