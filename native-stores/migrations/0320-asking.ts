// Finds the few people who ask to be let in without reading the members of large rooms.
export const version = 320;

export const sql = `
CREATE INDEX members_asking ON members(room_no) WHERE membership = 'knock';
`;
