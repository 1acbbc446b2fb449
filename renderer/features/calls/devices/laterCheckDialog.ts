// The check of the devices, fetched with its first use: a window that is started needs none of it.
import { later } from '#app/later';

export const CheckDialog = later(async () => (await import('./CheckDialog')).CheckDialog);
