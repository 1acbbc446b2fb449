// Text files of other programs: which bytes are text, and what they say.
import { decodeText, isText } from '#contract/textBytes';

const words = 'Grüße aus Köln\nfür 3 €';
const latin = (text: string): Uint8Array =>
  Uint8Array.from(text, (letter) => (letter === '€' ? 0x80 : letter.charCodeAt(0)));
const utf16 = (text: string, mark: readonly number[]): Uint8Array => {
  const bytes = Buffer.from(text, 'utf16le');
  return Uint8Array.from([...mark, ...(mark[0] === 0xff ? bytes : bytes.swap16())]);
};

test.each([
  ['UTF-8', Buffer.from(words)],
  ['UTF-8 with a mark', Buffer.from(`\ufeff${words}`)],
  ['one byte for each character, as Windows writes it', latin(words)],
  ['UTF-16 of Windows', utf16(words, [0xff, 0xfe])],
  ['UTF-16 in the other order', utf16(words, [0xfe, 0xff])],
])('%s is text and read as it was written', (_what, bytes) => {
  expect(isText(bytes)).toBe(true);
  expect(decodeText(bytes)).toBe(words);
  expect(decodeText(Buffer.from(words.replace('\n', '\r\n')))).toBe(words);
});

test('a part that ends within a character is text, without a mark for what is cut off', () => {
  const cut = Buffer.from('Grüß').subarray(0, -1);
  expect(isText(cut)).toBe(true);
  expect(decodeText(cut)).toBe('Grü');
  expect(decodeText(utf16('Grün', [0xff, 0xfe]).subarray(0, -1))).toBe('Grü');
});

test('a few bad bytes do not turn the other letters of UTF-8 into two each', () => {
  const bytes = Buffer.concat([Buffer.from('Grüße, Köln '), Buffer.from([0xff])]);
  expect(decodeText(bytes)).toBe('Grüße, Köln \ufffd');
});

test.each([
  ['zeros', Buffer.from([0x4d, 0x5a, 0x90, 0, 3])],
  ['control characters among single bytes', Buffer.from([0xe9, 0x01, 0xff, 0xd8])],
  ['a mark of UTF-16 before other bytes', Buffer.from([0xff, 0xfe, 0x00, 0x00, 0x01, 0x00])],
  ['half a pair of UTF-16', Buffer.from([0xff, 0xfe, 0x00, 0xd8, 0x41, 0x00])],
])('%s are no text', (_what, bytes) => {
  expect(isText(bytes)).toBe(false);
});
