// Random texts: what they are made of, and what nobody means.
import { newDeviceId, randomOf, randomText } from '#engine/account/random';

test('CHAT-5.20 an alphabet has 2 to 256 characters and a text 1 to 32768, anything else is an error', () => {
  expect(randomOf('ab', 1)).toMatch(/^[ab]$/);
  expect(randomOf('ab', 32_768)).toMatch(/^[ab]{32768}$/);
  const letters = (count: number) =>
    Array.from({ length: count }, (_, at) => String.fromCharCode(256 + at)).join('');
  expect(randomOf(letters(256), 8)).toHaveLength(8);
  for (const alphabet of ['', 'a', letters(257)]) expect(() => randomOf(alphabet, 8)).toThrow();
  for (const length of [0, -1, 1.5, 32_769, Number.NaN])
    expect(() => randomOf('ab', length)).toThrow();
  expect(randomText(64)).toMatch(/^[A-Za-z0-9]{64}$/);
  expect(newDeviceId()).toMatch(/^[A-Z]{10}$/);
});
