// The timeline's list alone, with items that the test changes: what is measured is the real component in a real browser.
import { createRoot } from 'react-dom/client';
import { flushSync } from 'react-dom';
import { AnchoredList } from '../../../renderer/features/timeline/scroll/AnchoredList';
import type { AnchoredListHandle } from '../../../renderer/features/timeline/scroll/AnchoredList';
import '#ui/styles/tokens.css';

interface Item {
  readonly key: string;
  readonly height: number;
}

declare global {
  interface Window {
    anchor: {
      items(): readonly Item[];
      set(items: readonly Item[]): void;
      toEnd(): void;
      hold(key: string): void;
    };
  }
}

let items: readonly Item[] = Array.from({ length: 200 }, (_, index) => ({
  key: `first-${index}`,
  height: 20 + ((index * 37) % 140),
}));
let handle: AnchoredListHandle | null = null;
const host = document.createElement('div');
host.style.cssText = 'position:fixed;inset:0;display:flex;flex-direction:column;height:600px';
document.body.append(host);
const root = createRoot(host);
const estimate = (): number => 48;
/** Days and their like have such keys: the list may be held by them only where nothing else is in view. */
const isSteady = (index: number): boolean => items[index]?.key.startsWith('day') !== true;
const ignore = (): void => undefined;

function render(): void {
  flushSync(() =>
    root.render(
      <AnchoredList
        ref={(next) => {
          handle = next;
        }}
        items={items}
        estimate={estimate}
        isSteady={isSteady}
        live={items.at(-1)?.key !== 'newer'}
        initialKey={null}
        stopKey={null}
        onPosition={ignore}
        label="list"
      >
        {(item) => (
          <div style={{ height: item.height, marginTop: item.height % 13, background: '#ccc' }}>
            {item.key}
          </div>
        )}
      </AnchoredList>,
    ),
  );
}

window.anchor = {
  items: () => items,
  set(next) {
    items = next;
    render();
  },
  toEnd: () => handle?.scrollToEnd(),
  hold: (key) => handle?.hold(key),
};
render();
