export { EmojiPicker } from './EmojiPicker';
export type { CustomEmoji } from './panelRows';
export { isCalled } from './packWords';
export { searchEmoji } from './emojiData';
export { useUsedEmoji, type RecentEmoji } from './emojiMemory';
export { useAllEmoji } from './useAllEmoji';
