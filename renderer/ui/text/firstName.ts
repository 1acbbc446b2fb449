// The short form of a name. Must not know whose it is.

// Only in scripts where the first word is a name by itself; "Dr." and "J." are none, and "Guest" of "Guest 12" is everybody's.
const givenName =
  /^[\p{Script=Latin}\p{Script=Cyrillic}\p{Script=Greek}\p{Script=Hebrew}'’-]{2,}(?=\s)(?!\s+[#№]?\p{N})/u;

/** The first name of a person; an address, a name of one word, and one with a number stay whole. */
export function firstName(name: string): string {
  return givenName.exec(name.trim())?.[0] ?? name;
}
