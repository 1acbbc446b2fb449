import { later } from '#app/later';

export type { SharedFile } from './ShareFiles';

export const ChatsDialog = later(async () => (await import('./ChatsDialog')).ChatsDialog);
export const ShareFiles = later(async () => (await import('./ShareFiles')).ShareFiles);
