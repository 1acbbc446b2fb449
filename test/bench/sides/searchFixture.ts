// The store that R8 asks, and its questions: words, several words, phrases, and parts of words, taken from messages that are there.
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { docAt } from '#stores/search/messages';
import { get } from '#stores/sqlite/statements';
import type { Store } from '#stores/sqlite/store';
import { noon } from '../../fixtures/events';
import { integer, seeded, type Random } from '../../fixtures/generator';
import { putManyMessages } from '../../fixtures/manyMessages';
import { ownUserId } from '../shapes';

export interface Question {
  /** The limits differ for words and phrases, and for parts of words. */
  readonly kind: 'word' | 'part';
  /** The typed text. */
  readonly asked: string;
  /** Words that a result has to contain. */
  readonly words: readonly string[];
}

const questionCount = 200;
const shortest = 3;

/** One of each ten: three of one word, two of two or three, three phrases, two parts of a word. */
function questionFrom(n: number, body: string, random: Random): Question | null {
  const words = body.split(' ').filter((word) => word.length >= shortest);
  const at = integer(random, words.length);
  const first = words[at];
  if (first === undefined) return null;
  const turn = n % 10;
  if (turn < 3) return { kind: 'word', asked: first, words: [first] };
  if (turn < 5) {
    const some = [...new Set(words.slice(0, 2 + (n % 2)))];
    return { kind: 'word', asked: some.join(' '), words: some };
  }
  if (turn < 8) {
    const whole = body.split(' ');
    const begin = integer(random, Math.max(1, whole.length - 2));
    const phrase = whole.slice(begin, begin + 2 + (n % 2)).join(' ');
    return phrase.length < shortest
      ? null
      : { kind: 'word', asked: `"${phrase}"`, words: [phrase] };
  }
  const part = first.slice(1);
  return part.length < shortest ? null : { kind: 'part', asked: part, words: [part] };
}

function questionsFor({ db }: Store, messages: number): readonly Question[] {
  const random = seeded(messages);
  const found: Question[] = [];
  while (found.length < questionCount) {
    const body =
      get<{ body: string }>(
        db,
        'SELECT body FROM search_messages WHERE doc >= ? ORDER BY doc LIMIT 1',
        docAt(noon + integer(random, messages) * 1_000),
      )?.body ?? '';
    const question = questionFrom(found.length, body, random);
    if (question !== null) found.push(question);
  }
  return found;
}

export function buildSearch(
  folder: string,
  messages: number,
  openProfile: (folder: string) => Store,
): void {
  const store = openProfile(folder);
  putManyMessages(store, { count: messages, seed: 8, ownUserId });
  const questions = questionsFor(store, messages);
  store.close();
  writeFileSync(join(folder, 'questions.json'), JSON.stringify(questions));
}
