// The texts of main and of the page that the browser shows after a sign-in, by language. A module rather than the bare files, so that every folder's compiler finds them.
import en from './main.en.json';

export const mainTexts = { en } as const;
