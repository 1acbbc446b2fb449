// All words of the window at once: what draws a screen by itself, without the chunk by which they come, imports this first.
import { addWords } from '#app/i18n';
import { words } from '#app/laterWords';

addWords(words);
