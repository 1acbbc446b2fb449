// The field above a list that is found by name: the arrow and Enter, with words and without, and the keys of an input method.
import '../jsdom';
import { fireEvent, render, screen } from '@testing-library/react';
import { useRef, useState } from 'react';
import { FindField } from '#ui/controls/FindField';

let taken: string[] = [];
beforeEach(() => {
  taken = [];
});

function Chooser({ stale = false, takes = true }: { stale?: boolean; takes?: boolean }) {
  const list = useRef<HTMLUListElement>(null);
  const [text, setText] = useState('');
  return (
    <>
      <FindField
        label="Find"
        value={text}
        onChange={setText}
        list={list}
        {...(takes && { onEnter: () => taken.push(text) })}
      />
      <ul ref={list} inert={stale}>
        <li>
          <button type="button">First</button>
        </li>
        <li>
          <button type="button">Second</button>
        </li>
      </ul>
    </>
  );
}

const field = (): HTMLElement => screen.getByRole('textbox', { name: 'Find' });
const first = (): HTMLElement => screen.getByText('First');

test('the arrow leads to the list, Enter with words takes what answers them', () => {
  render(<Chooser />);
  expect(document.activeElement).toBe(field());
  fireEvent.change(field(), { target: { value: 'stu' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(taken).toEqual(['stu']);
  expect(document.activeElement).toBe(field());
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect(document.activeElement).toBe(first());
});

test.each([true, false])('Enter without words leads to the list (takes: %s)', (takes) => {
  render(<Chooser takes={takes} />);
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect([taken, document.activeElement]).toEqual([[], first()]);
});

test('where nothing is taken, Enter with words leads to the list', () => {
  render(<Chooser takes={false} />);
  fireEvent.change(field(), { target: { value: 'stu' } });
  fireEvent.keyDown(field(), { key: 'Enter' });
  expect(document.activeElement).toBe(first());
});

test('the keys of an input method are its own, and rows of earlier words are not led to', () => {
  render(<Chooser stale />);
  fireEvent.change(field(), { target: { value: 'す' } });
  for (const key of ['Enter', 'ArrowDown']) fireEvent.keyDown(field(), { key, isComposing: true });
  fireEvent.keyDown(field(), { key: 'ArrowDown' });
  expect([taken, document.activeElement]).toEqual([[], field()]);
});
