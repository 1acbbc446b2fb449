// Markdown drops what a row of a table has beyond its columns, and makes a row of the line below a table. People who write on behind a table
// mean neither: their words would reach nobody, or stand in a column. Pure.

/** The lines of a table, without those of its head, and how many columns the head has. */
export interface TableLines {
  readonly from: number;
  readonly to: number;
  readonly columns: number;
}

/** The marks of a quotation around the table. */
const around = /^[\s>]*/;

/** The places of the bars between cells. */
function bars(line: string): number[] {
  const places: number[] = [];
  // The parser looks at the one sign before, too.
  for (let at = 0; at < line.length; at += 1)
    if (line[at] === '|' && line[at - 1] !== '\\') places.push(at);
  return places;
}

/** The row with all its words in as many cells as there are columns: the last one takes the rest. */
function fitted(line: string, columns: number): string {
  const places = bars(line);
  const isOpen = line[around.exec(line)?.[0].length ?? 0] === '|';
  const beyond = places.slice(columns + (isOpen ? 0 : -1));
  const [first] = beyond;
  if (first === undefined) return line;
  // A last bar closes the row.
  const rest = places.at(-1) === line.trimEnd().length - 1 ? beyond.slice(0, -1) : beyond;
  if (rest.length === 0 || line.slice(first).replaceAll('|', '').trim() === '') return line;
  const ends = [...rest, line.length];
  const parts = ends.map((end, index) =>
    line.slice(index === 0 ? 0 : (ends[index - 1] ?? 0) + 1, end),
  );
  const [row = '', ...words] = parts;
  return [row.trimEnd(), ...words.map((part) => part.trim()).filter((part) => part !== '')].join(
    ' ',
  );
}

/** The text with an empty line below each table, and no row longer than its head. */
export function keepWords(source: string, tables: readonly TableLines[]): string {
  const lines = source.split('\n');
  const made = [...lines];
  for (const { from, to, columns } of tables) {
    if (columns < 2) continue;
    const last = lines.slice(from, to).findLastIndex((line) => bars(line).length > 0);
    for (let at = from; at <= from + last; at += 1) made[at] = fitted(lines[at] ?? '', columns);
    const below = from + last + 1;
    if (below < to)
      made[below] = `${around.exec(lines[below] ?? '')?.[0] ?? ''}\n${lines[below] ?? ''}`;
  }
  return made.join('\n');
}

const rule = /^[\s>]*\|(?:\s*:?-+:?\s*\|)+\s*$/;

/** Words that were written before the first bar of a table stand above it: in one line with its head they would end the table. */
export function tablesApart(source: string): string {
  if (!source.includes('|')) return source;
  const lines = source.split('\n');
  return lines
    .map((line, at) => {
      const below = lines[at + 1] ?? '';
      const [first] = bars(line);
      const isHead = rule.test(below) && bars(line).length === bars(below).length;
      const prefix = around.exec(line)?.[0] ?? '';
      if (!isHead || first === undefined || first <= prefix.length) return line;
      return `${line.slice(0, first).trimEnd()}\n${prefix}${line.slice(first)}`;
    })
    .join('\n');
}
