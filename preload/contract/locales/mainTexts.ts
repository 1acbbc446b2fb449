// The texts of main, by language. A module rather than the bare files, so that every folder's compiler finds them.
import en from './main.en.json';

export const mainTexts = { en } as const;
