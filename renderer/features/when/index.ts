import { later } from '#app/later';

export { formatAhead } from './ahead';
export const WhenDialog = later(async () => (await import('./WhenDialog')).WhenDialog);
