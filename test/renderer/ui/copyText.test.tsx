// The second way to the clipboard, where the host refuses the first: the focus and what is selected stay where they are.
import { copyText } from '#ui/text/copyText';

afterEach(() => {
  Reflect.deleteProperty(document, 'execCommand');
  Reflect.deleteProperty(navigator, 'clipboard');
  document.body.replaceChildren();
});

test('a text is copied without the focus going anywhere', async () => {
  const writeText = async (): Promise<void> => {
    throw new DOMException('refused', 'NotAllowedError');
  };
  Object.assign(navigator, { clipboard: { writeText } });
  const copied: string[] = [];
  Object.assign(document, {
    execCommand: (command: string) => {
      const clipboardData = { setData: (_type: string, text: string) => void copied.push(text) };
      const event = Object.assign(new Event(command, { cancelable: true }), { clipboardData });
      return !document.body.dispatchEvent(event);
    },
  });
  const button = document.createElement('button');
  document.body.append(button);
  button.focus();
  const moves: unknown[] = [];
  document.addEventListener('focusin', ({ target }) => moves.push(target));
  document.addEventListener('focusout', ({ target }) => moves.push(target));
  expect(await copyText('to be pasted')).toBe(true);
  expect(copied).toEqual(['to be pasted']);
  expect([document.activeElement, moves]).toEqual([button, []]);
  // Only for what was asked.
  document.body.dispatchEvent(new Event('copy', { bubbles: true }));
  expect(copied).toHaveLength(1);
});
