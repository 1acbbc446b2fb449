// What is sent in place of the names of mentioned people.
import { isSpoken, withAddresses } from '../../renderer/features/composer/mentions';

const ann = { userId: '@ann:hs.org', name: 'Ann' };
const jean = { userId: '@jl:hs.org', name: 'Jean-Luc (Paris) a/b.*' };
const both = [ann, jean];

test('names with signs of every kind are replaced, each by its own address', () => {
  expect(withAddresses('Hi @Jean-Luc (Paris) a/b.*, and @Ann!', both)).toBe(
    'Hi @jl:hs.org, and @ann:hs.org!',
  );
  expect(withAddresses('@Ann', both)).toBe('@ann:hs.org');
  expect(withAddresses('no names, an @ alone', both)).toBe('no names, an @ alone');
});

test('a name that is only the beginning of another one, or stands in a word, stays', () => {
  for (const text of ['@Ann-Marie', '@Anna', '@Ann_b', 'mail@Ann', '@@Ann'])
    expect(withAddresses(text, both)).toBe(text);
});

test('what follows does not become a part of the address', () => {
  expect(withAddresses('@Ann.Please look', both)).toBe('@ann:hs.org .Please look');
  expect(withAddresses('@Ann:5 of them', both)).toBe('@ann:hs.org :5 of them');
  expect(withAddresses('@Ann.', both)).toBe('@ann:hs.org.');
});

test('a name that reads like an address is never put in the place of one', () => {
  expect(isSpoken({ userId: '@mallory:evil.org', name: 'alice:hs.org' })).toBe(false);
  expect(isSpoken({ userId: '@bob:hs.org', name: '@bob:hs.org' })).toBe(false);
  expect(isSpoken(jean)).toBe(true);
});
