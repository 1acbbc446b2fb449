// Polls that older builds indexed get the bit that tells them from other messages, so that `has:poll` finds them.
export const version = 310;

export const sql = `
UPDATE search_messages SET has = has | 32 WHERE event_no IN (
  SELECT event_no FROM events
  WHERE type IN ('m.poll.start', 'org.matrix.msc3381.poll.start')
    OR (plain LIKE '%poll.start"%' AND json_extract(plain, '$.type') IN ('m.poll.start', 'org.matrix.msc3381.poll.start'))
);
`;
