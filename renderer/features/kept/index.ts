import { later } from '#app/later';

export const SavedPlace = later(async () => (await import('./SavedPlace')).SavedPlace);
export const RemindDialog = later(async () => (await import('./RemindDialog')).RemindDialog);
