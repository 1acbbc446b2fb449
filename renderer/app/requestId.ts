// Ids of acts: random, so that a retry of the same act is recognised (D17).

/** 22 characters of base64url, 132 random bits. */
export function newRequestId(): string {
  const alphabet = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_';
  const bytes = crypto.getRandomValues(new Uint8Array(22));
  return Array.from(bytes, (byte) => alphabet.charAt(byte & 63)).join('');
}
