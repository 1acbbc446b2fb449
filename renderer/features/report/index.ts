import { later } from '#app/later';

export const ReportDialog = later(async () => (await import('./ReportDialog')).ReportDialog);
