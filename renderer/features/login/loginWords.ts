// The words of signing in, which come with its parts.
import words from '#contract/locales/login.en.json';
import { addWords } from '#app/i18n';

addWords(words);
