// Messages that say it all with a few emoji are drawn larger.

const picture = String.raw`\p{ExtPict}(?:\uFE0F|\p{EMod})?`;
const emoji = String.raw`(?:\p{RI}{2}|[#*\d]\uFE0F?\u20E3|${picture}(?:\u200D${picture})*)`;
const onlyEmoji = new RegExp(`^(?:${emoji}\\s*){1,3}$`, 'u');

export const isFewEmoji = (text: string): boolean =>
  text.length <= 60 && onlyEmoji.test(text.trim());
