// The words of the window: what each part that shows a text asks for them.
import './jsdom';
import { render, screen } from '@testing-library/react';
import { WordsProvider, useTranslation } from '#app/words';
import { addWords, createI18n } from '../../renderer/app/i18n';

function Part() {
  const { t, i18n } = useTranslation();
  return <p lang={i18n.language}>{t('app.cancel')}</p>;
}

test('a part that shows a text listens for nothing, and looks a text without values up once', () => {
  const i18n = createI18n('en-GB');
  const listens = jest.spyOn(i18n, 'on');
  const store = i18n.services.resourceStore as unknown as { getResource(): unknown };
  const looks = jest.spyOn(store, 'getResource');
  const parts = Array.from({ length: 20 }, (_, index) => <Part key={index} />);
  render(<WordsProvider i18n={i18n}>{parts}</WordsProvider>);
  const drawn = screen.getAllByText('Cancel');
  expect(drawn).toHaveLength(20);
  expect(drawn[0]?.lang).toBe('en-GB');
  expect(listens).not.toHaveBeenCalled();
  const first = looks.mock.calls.length;
  render(<WordsProvider i18n={i18n}>{parts}</WordsProvider>);
  expect(looks.mock.calls.length).toBe(first);
});

test('words that come with a screen are there from then on, also where they were asked for before; values count', () => {
  const i18n = createI18n('en');
  let said: unknown[] = [];
  function Later() {
    const { t } = useTranslation();
    const loose = t as unknown as (key: string, values?: object) => string;
    said = [loose('comes.later'), loose('comes.with', { name: 'Bob' })];
    return null;
  }
  const { rerender } = render(
    <WordsProvider i18n={i18n}>
      <Later />
    </WordsProvider>,
  );
  expect(said).toEqual(['comes.later', 'comes.with']);
  addWords({ comes: { later: 'Here', with: 'With {{name}}' } });
  rerender(
    <WordsProvider i18n={i18n}>
      <Later />
    </WordsProvider>,
  );
  expect(said).toEqual(['Here', 'With Bob']);
});

test('how many people there are is written as a number', () => {
  expect(createI18n('en').t('room.members', { count: 1204 })).toBe('1,204 people');
});
