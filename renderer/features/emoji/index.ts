export { EmojiPicker } from './EmojiPicker';
export type { CustomEmoji } from './panelRows';
export { isCalled } from './packWords';
export { searchEmoji } from './emojiData';
export type { RecentEmoji } from './emojiMemory';
export { useUsedEmoji } from './useUsedEmoji';
export { useAllEmoji } from './useAllEmoji';
