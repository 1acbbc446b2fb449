export { EmojiPicker } from './EmojiPicker';
export { searchEmoji } from './emojiData';
export { useAllEmoji } from './useAllEmoji';
