import { mentionsInText } from '#engine/kinds/mentionsInText';

const html = (formatted: string) => ({
  format: 'org.matrix.custom.html',
  formatted_body: formatted,
});
const link = (id: string, words: string): string =>
  `<a href="https://matrix.to/#/${id}">${words}</a>`;

test('an edit begins with the mentions that the message has, as this and other clients write them', () => {
  const body = 'hi @Bob & co, see #Ops & more, Bob';
  const formatted = `hi ${link('@bob:x.org', '@Bob')} &amp; co, see ${link('!ops:x.org?via=x.org', '#Ops &amp; more')}, ${link('%40bob%3Ax.org', 'Bob')}`;
  expect(
    mentionsInText(body, html(formatted)).map(({ start, end, id }) => [body.slice(start, end), id]),
  ).toEqual([
    ['@Bob', '@bob:x.org'],
    ['#Ops & more', '!ops:x.org'],
    ['Bob', '@bob:x.org'],
  ]);
});

test('what is no mention, or does not stand in the text, is left out', () => {
  const formatted = [
    link('$event', 'hi'),
    link('@a:x.org', 'elsewhere'),
    link('%', 'hi'),
    '<a href="https://evil.org/#/@a:x.org">hi</a>',
    '<a title="',
  ].join('');
  expect(mentionsInText('hi', html(formatted))).toEqual([]);
  expect(mentionsInText('hi', {})).toEqual([]);
});
