import { later } from '#app/later';

export { useSendCopies } from './useSendCopies';

export const ChatsDialog = later(async () => (await import('./ChatsDialog')).ChatsDialog);
