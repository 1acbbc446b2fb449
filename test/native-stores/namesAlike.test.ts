// D6: names that look alike have one key, those too that an older build stored.
import BetterSqlite from 'better-sqlite3';
import { sql } from '#stores/migrations/0250-namesAlike';
import { fold, nameKey } from '#stores/rooms/fold';

const alike = [
  'Alice Li',
  ' Alice Li',
  'Alice Li ',
  'Alice  Li',
  'Alice     Li',
  '\u00a0Alice\u3000Li',
  'Ali\u3164ce Li',
  'Ali\uffa0ce Li',
  'A\u115flice Li\u1160',
  'Alice Li\u2800',
  '\u2800 Alice Li',
  'ALICE LI',
];

test('whatever is drawn as the same name has the same key, now and as it was stored before', () => {
  expect([...new Set(alike.map(nameKey))]).toEqual(['alice li']);
  expect(nameKey(null)).toBe('');
  expect(nameKey('Alicé')).not.toBe(nameKey('Alice Li'));
  const db = new BetterSqlite(':memory:');
  db.exec('CREATE TABLE members(name_key TEXT)');
  const put = db.prepare('INSERT INTO members VALUES (?)');
  for (const name of alike) put.run(fold(name));
  db.exec(sql);
  expect(db.prepare('SELECT DISTINCT name_key FROM members').pluck().all()).toEqual(['alice li']);
  db.close();
});
