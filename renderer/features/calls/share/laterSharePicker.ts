// The dialog that chooses a screen to share, loaded with its first use.
import { later } from '#app/later';

export const SharePicker = later(async () => (await import('./SharePicker')).SharePicker);
