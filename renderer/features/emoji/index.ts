export { EmojiPicker } from './EmojiPicker';
export type { CustomEmoji } from './panelRows';
export { searchEmoji } from './emojiData';
export { useAllEmoji } from './useAllEmoji';
