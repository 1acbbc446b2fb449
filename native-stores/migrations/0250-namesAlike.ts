// Keys of names that look alike, without blanks around them and letters that are drawn as nothing: what older builds stored is mended once.
export const version = 250;

export const sql = `
UPDATE members SET name_key = trim(replace(replace(replace(
    replace(replace(replace(name_key, char(0x115f), ''), char(0x1160), ''), char(0x2800), ''),
    '  ', ' '), '  ', ' '), '  ', ' '))
WHERE name_key LIKE ' %' OR name_key LIKE '% ' OR instr(name_key, '  ') > 0
  OR instr(name_key, char(0x115f)) > 0 OR instr(name_key, char(0x1160)) > 0 OR instr(name_key, char(0x2800)) > 0;
`;
