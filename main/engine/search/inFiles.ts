// Which files have words in their text, for lists of files, and the line in which they stand.
import { fileText } from '#stores/search/fileTexts';
import { readFilesWith } from '#stores/search/messages';
import type { Store } from '#stores/sqlite/store';
import type { TextsOfFiles } from '../views/fileView';
import { aroundHit, excerptOf, termsOf } from './terms';

/** Limit of the list of files, in rows: a person reads no further. */
const most = 1_000;

export const textsOfFiles = ({ db }: Store): TextsOfFiles => ({
  having: (text) => readFilesWith(db, termsOf(text), most),
  around(eventNo, text) {
    const terms = termsOf(text);
    const whole = fileText(db, eventNo);
    if (whole === null) return null;
    const line = excerptOf(aroundHit(whole, terms), terms);
    return line.marks.length === 0 ? null : line;
  },
});
