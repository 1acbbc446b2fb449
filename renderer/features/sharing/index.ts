import { later } from '#app/later';

export const ChatsDialog = later(async () => (await import('./ChatsDialog')).ChatsDialog);
