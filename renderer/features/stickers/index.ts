// Fetched when the window has nothing to do: no room needs it to be seen.
import { later } from '#app/later';

export const StickerButton = later(async () => (await import('./StickerButton')).StickerButton);
