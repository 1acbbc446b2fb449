// Judges test results against the requirement register. Pure: all input is passed in (spec.mjs reads the files).
const maxIdsPerTitle = 3;

/** The closed list: only these rows may ever be answered as not applicable. Extending it is not this project's to do. */
const mayBeNotApplicable = [
  ...['CHAT-8.20', 'CHAT-8.21', 'CHAT-8.22', 'CHAT-4.29', 'CHAT-9.20'],
  ...['CALL-3.8', 'CALL-4.32', 'CALL-4.33', 'CALL-5.21', 'CALL-7.15', 'CALL-9.20'],
];

/** @param {string} text a table with one head line @returns {string[][]} */
const rows = (text) =>
  text
    .split('\n')
    .slice(1)
    .filter((line) => line.trim() !== '')
    .map((line) => line.split('\t'));

/**
 * Judges results against the register. Pure: all input is passed in.
 * @param {object} input
 * @param {string} input.register requirements.tsv
 * @param {string} input.notApplicable not-applicable.tsv
 * @param {{files: Record<string, {reach: string, tests: {ids: string[], title: string, status: string}[]}>}} input.results
 * @param {(file: string) => string} input.reachOf hash of an entry's test file and all that it reaches, as they lie on the disk
 */
function judge({ register, notApplicable, results, reachOf }) {
  const errors = [];
  const requirements = rows(register).map(([id = '', area = '', statement = '']) => ({
    id,
    area,
    statement,
  }));
  const known = new Set(requirements.map(({ id }) => id));
  const answered = rows(notApplicable).map(([id = '', reason = '']) => ({ id, reason }));
  for (const { id, reason } of answered) {
    if (!mayBeNotApplicable.includes(id))
      errors.push(`not-applicable.tsv: ${id} is not in the closed list`);
    else if (!reason?.trim()) errors.push(`not-applicable.tsv: ${id} has no reason`);
  }
  const files = Object.entries(results.files);
  const stale = new Set(
    files.filter(([name, file]) => file.reach !== reachOf(name)).map(([name]) => name),
  );
  if (stale.size > 0)
    errors.push(
      `${stale.size} of ${files.length} test files changed, or what they reach, since they ran: npm test, or npm test -- --changed`,
    );
  if (files.length === 0) errors.push('there are no results: run npm test');
  const passed = new Set();
  const broken = new Set();
  for (const [name, file] of files) {
    if (stale.has(name)) continue;
    for (const { ids, title, status } of file.tests) {
      if (ids.length > maxIdsPerTitle) {
        errors.push(`${name}: more than ${maxIdsPerTitle} ids in one title: ${title}`);
        continue;
      }
      for (const id of ids) {
        if (!known.has(id)) errors.push(`${name}: ${id} is not in the register`);
        else if (status === 'passed') passed.add(id);
        else if (status === 'failed') broken.add(id);
      }
    }
  }
  const na = new Set(answered.map(({ id }) => id).filter((id) => mayBeNotApplicable.includes(id)));
  const proven = requirements
    .map(({ id }) => id)
    .filter((id) => passed.has(id) && !broken.has(id) && !na.has(id));
  return {
    requirements,
    errors,
    proven,
    notApplicable: requirements.map(({ id }) => id).filter((id) => na.has(id)),
  };
}

/** @param {ReturnType<typeof judge>} verdict */
function report({ requirements, proven, notApplicable }) {
  const done = new Set([...proven, ...notApplicable]);
  const areas = [...new Set(requirements.map(({ area }) => area))];
  const lines = areas.map((area) => {
    const all = requirements.filter((row) => row.area === area);
    const missing = all.filter(({ id }) => !done.has(id)).map(({ id }) => id);
    const shown = missing.length === 0 ? 'complete' : `missing ${missing.join(' ')}`;
    return `${area.padEnd(18)} ${String(all.length - missing.length).padStart(3)}/${String(all.length).padEnd(3)} ${shown}`;
  });
  const sum = `${proven.length} proven, ${notApplicable.length} not applicable, ${requirements.length - done.size} missing of ${requirements.length}`;
  return [...lines, sum].join('\n');
}

module.exports = { judge, report };
