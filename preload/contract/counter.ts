// The counter of AES-CTR at any offset: main and the engine use it to start in the middle of an encrypted file.

const blockBytes = 16;

/** The counter block of AES-CTR at a block number: a 128-bit big-endian addition. */
export function counterAt(iv: Uint8Array, blockNumber: number): Uint8Array {
  const counter = Uint8Array.from(iv);
  let carry = BigInt(blockNumber);
  for (let i = blockBytes - 1; i >= 0 && carry > 0n; i -= 1) {
    const sum = BigInt(counter[i] ?? 0) + (carry & 0xffn);
    counter[i] = Number(sum & 0xffn);
    carry = (carry >> 8n) + (sum >> 8n);
  }
  return counter;
}

/** The counter block at which decryption from byte `offset` starts, and how many bytes of key stream to skip in that block. */
export function counterBefore(
  iv: Uint8Array,
  offset: number,
): { readonly counter: Uint8Array; readonly skip: number } {
  const blockNumber = Math.floor(offset / blockBytes);
  return { counter: counterAt(iv, blockNumber), skip: offset - blockNumber * blockBytes };
}
