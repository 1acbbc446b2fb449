// The choice of what is shared, fetched with its first use.
import { later } from '#app/later';

export const SharePicker = later(async () => (await import('./SharePicker')).SharePicker);
