import { later } from '#app/later';

export const ExportDialog = later(async () => (await import('./ExportDialog')).ExportDialog);
