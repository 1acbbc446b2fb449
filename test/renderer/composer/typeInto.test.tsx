// Text that is put into a field as if it had been typed.
import '../jsdom';
import { typeInto } from '../../../renderer/features/composer/typeInto';

test('text for a field that takes no focus goes into this field, never into the one that has the keys', () => {
  const [hidden, filter] = [document.createElement('textarea'), document.createElement('input')];
  // The browser focuses nothing that is not shown.
  hidden.disabled = true;
  document.body.append(hidden, filter);
  filter.focus();
  const typed: string[] = [];
  hidden.addEventListener('input', () => typed.push(hidden.value));
  document.execCommand = (_command, _shown, text) => {
    filter.value += text;
    return true;
  };
  typeInto(hidden, 0, 0, '@Odile ');
  expect([hidden.value, filter.value, typed]).toEqual(['@Odile ', '', ['@Odile ']]);
});
