// Rooms that somebody removed this account from stand in the list, too.
export const version = 290;

export const sql = `
DROP INDEX rooms_by_activity;
CREATE INDEX rooms_by_activity ON rooms(section, activity_ms DESC, room_no DESC)
  WHERE (membership IN ('join', 'invite', 'knock') OR section = 'removed');
`;
