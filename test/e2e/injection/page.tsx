// The drawing of messages alone, for hostile HTML: what is attacked is the real sanitiser and the real components.
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { WordsProvider } from '#app/words';
import { createI18n } from '#app/i18n';
import '../../support/allWords';
import { OpenLink } from '../../../renderer/features/timeline/html/Link';
import { RichText } from '../../../renderer/features/timeline/html/RichText';

interface Injection {
  /** Names of the payloads that ran something. */
  readonly ran: string[];
  readonly opened: string[];
  show(html: string): void;
  /** Acts that a user might do on the drawn message. */
  touch(): void;
  drawn(): { tag: string; attributes: Record<string, string> }[];
}

declare global {
  interface Window {
    injection: Injection;
    pwned: () => void;
  }
}

const i18n = createI18n('en');
const host = document.createElement('div');
document.body.append(host);
const root = createRoot(host);
const ran: string[] = [];
const opened: string[] = [];
let shown = '';

window.pwned = () => ran.push(shown);
window.alert = window.pwned;
let count = 0;

window.injection = {
  ran,
  opened,
  show(html) {
    shown = html;
    count += 1;
    flushSync(() =>
      root.render(
        <WordsProvider i18n={i18n}>
          <OpenLink value={(url) => opened.push(url)}>
            <RichText key={count} html={html} text="plain" />
          </OpenLink>
        </WordsProvider>,
      ),
    );
  },
  touch() {
    for (const element of host.querySelectorAll('*')) {
      for (const name of ['mouseover', 'pointerenter', 'focusin', 'toggle', 'animationstart'])
        element.dispatchEvent(new Event(name, { bubbles: true }));
      if (!(element instanceof HTMLElement)) continue;
      element.focus();
      element.click();
    }
  },
  drawn() {
    const copy = host.cloneNode(true) as HTMLElement;
    // Our own controls: the spoiler's and the one that copies code.
    for (const button of copy.querySelectorAll('button')) button.remove();
    return [...copy.querySelectorAll('*')].map((element) => ({
      tag: element.tagName,
      attributes: Object.fromEntries(
        [...element.attributes].map(({ name, value }) => [name, value]),
      ),
    }));
  },
};
