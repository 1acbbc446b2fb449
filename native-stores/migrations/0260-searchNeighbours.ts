// Which words stand beside each other, in the index of words (native-stores/search/words.ts). The rows that are there get theirs in short
// turns (main/engine/search/fill.ts), newest first: those before this mark have none yet, and nothing but phrases are slower till then.
export const version = 260;

export const sql = `
INSERT INTO settings(name, value) SELECT 'searchNeighbours', max(doc) + 1 FROM search_messages HAVING max(doc) IS NOT NULL;
`;
