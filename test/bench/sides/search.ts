// R8: 200 questions to a store full of messages, a third of which were encrypted; the newest 20 hits of each. node search.js
// <peer|ours|floor> <JSON with the folder>. The peer is LIKE over the same rows, the floor the same index
// in SQL, without what shows a hit.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { systemClock } from '#engine/base/clock';
import { createSearchView } from '#engine/search/view';
import { openStore, setPragmas } from '#stores/profile/open';
import { connect } from '#stores/sqlite/connect';
import { quiet } from '../quiet';
import { benchKey, digestOf, ownUserId, type Sample } from '../shapes';
import { p95, type Side } from '../statistics';
import type { Question } from './searchFixture';

const mostHits = 20;

type Ask = (question: Question) => Promise<readonly string[]>;

/** From the question to the list that a window would get. */
function ours(folder: string): Ask {
  const store = openStore({ folder, key: benchKey, log: quiet });
  const deps = {
    store,
    ownUserId: () => ownUserId,
    clock: systemClock(),
    log: quiet,
    pathOf: () => [],
  };
  const anywhere = { roomId: null, room: null, sender: null, has: [], fromMs: null, toMs: null };
  return ({ asked }) =>
    new Promise((resolve, reject) => {
      const view = createSearchView(
        deps,
        { ...anywhere, text: asked, limit: mostHits },
        {
          set: (found) => {
            setImmediate(() => view.close());
            resolve(found.map(({ eventId }) => eventId));
          },
          fail: (error) => reject(new Error(error.message)),
        },
      );
    });
}

function peer(folder: string): Ask {
  const db = connect(join(folder, 'events.db'), benchKey);
  setPragmas(db);
  return async ({ words }) =>
    db
      .prepare<string[], string>(
        `SELECT e.event_id FROM search_messages m CROSS JOIN events e ON e.event_no = m.event_no
         WHERE ${words.map(() => 'm.body LIKE ?').join(' AND ')} ORDER BY m.doc DESC LIMIT ${mostHits}`,
      )
      .pluck()
      .all(...words.map((word) => `%${word}%`)) as string[];
}

/** More words than this have the part: the newest rows are the shorter way. */
const mostWords = 300;

function floor(folder: string): Ask {
  const db = connect(join(folder, 'events.db'), benchKey);
  setPragmas(db);
  const having = db
    .prepare<[string, string], string>(
      `SELECT v.word FROM search_parts f CROSS JOIN search_vocabulary v ON v.word_no = f.rowid
       WHERE search_parts MATCH ? AND instr(v.word, ?) > 0 LIMIT ${mostWords + 1}`,
    )
    .pluck();
  const found = db.prepare<[string], { id: string; body: string }>(
    `SELECT e.event_id AS id, m.body FROM search_words f CROSS JOIN search_messages m ON m.doc = f.rowid
     CROSS JOIN events e ON e.event_no = m.event_no WHERE search_words MATCH ? ORDER BY f.rowid DESC`,
  );
  const newest = db.prepare<[], { id: string; body: string }>(
    `SELECT e.event_id AS id, m.body FROM search_messages m CROSS JOIN events e ON e.event_no = m.event_no ORDER BY m.doc DESC`,
  );
  const piecesOf = (word: string): string =>
    Array.from({ length: word.length - 2 }, (_, at) => `"${word.slice(at, at + 3)}"`).join(' AND ');
  return async ({ words }) => {
    const sets = words
      .flatMap((word) => word.split(' ').filter(({ length }) => length > 2))
      .map((word) => having.all(piecesOf(word), word))
      .filter(({ length }) => length <= mostWords)
      .map((set) => `(${set.map((word) => `"${word}"`).join(' OR ')})`);
    const rows = sets.length === 0 ? newest.iterate() : found.iterate(sets.join(' AND '));
    const ids: string[] = [];
    for (const { id, body } of rows) {
      if (words.every((word) => body.includes(word))) ids.push(id);
      if (ids.length === mostHits) break;
    }
    return ids;
  };
}

const sides: Readonly<Record<Side, (folder: string) => Ask>> = { peer, ours, floor };

async function main(): Promise<void> {
  const [side, json = '{}'] = process.argv.slice(2);
  const { folder } = JSON.parse(json) as { folder: string };
  const questions = JSON.parse(readFileSync(join(folder, 'questions.json'), 'utf8')) as Question[];
  const ask = sides[side as Side](folder);
  const answers: (readonly string[])[] = [];
  const times = { word: [] as number[], part: [] as number[] };
  // Processor time, without other load of the machine. A single thread's time moves in ticks of up to 4 ms, as long as one search takes.
  const worked = (): number => {
    const { user, system } = process.cpuUsage();
    return (user + system) / 1000;
  };
  const beganMs = performance.now();
  const idleMs = worked();
  for (const question of questions) {
    const askedMs = worked();
    answers.push(await ask(question));
    times[question.kind].push(worked() - askedMs);
  }
  const ms = performance.now() - beganMs;
  const processorMs = worked() - idleMs;
  const hits = answers.filter(({ length }) => length > 0).length;
  const notes = { wordP95Ms: p95(times.word), partP95Ms: p95(times.part), hits, processorMs };
  const sample: Sample = { ms, digest: digestOf(answers), notes };
  process.stdout.write(JSON.stringify(sample), () => process.exit(0));
}

void main();
