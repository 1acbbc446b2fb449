// Gives the elements of a pasted page the shape that markdown can say: lists in lists, even tables, formats within one block.

const isBold = ({ fontWeight }: CSSStyleDeclaration): boolean =>
  fontWeight === 'bold' || fontWeight === 'bolder' || Number(fontWeight) >= 600;

function wrap(element: Element, tag: string): void {
  if (element.textContent.trim() === '') return;
  const made = element.ownerDocument.createElement(tag);
  made.append(...element.childNodes);
  element.append(made);
}

/** Office programs use styles where web pages use elements; Google Docs puts everything into a `<b>` that is not bold. */
export function readStyles(root: DocumentFragment): void {
  for (const element of root.querySelectorAll<HTMLElement>('[style]')) {
    const { style } = element;
    const decoration = `${style.textDecoration} ${style.textDecorationLine}`;
    const isHeading = /^H\d$/.test(element.tagName);
    if (isBold(style) && !isHeading && element.closest('b,strong,th') === null)
      wrap(element, 'strong');
    if (style.fontStyle === 'italic' && element.closest('i,em') === null) wrap(element, 'em');
    if (decoration.includes('line-through')) wrap(element, 's');
    const isUndone =
      (/^(?:B|STRONG)$/.test(element.tagName) && /^(?:normal|400)$/.test(style.fontWeight)) ||
      (/^(?:I|EM)$/.test(element.tagName) && style.fontStyle === 'normal');
    if (isUndone) element.replaceWith(...element.childNodes);
  }
}

const wordList = /^MsoListParagraph/;
const bullet = /^\s*(?:[·•o§▪-]|(\d+|[a-z])[.)])[\s\u00A0]+/;

/** The list so many levels deep in the last items of a list. */
function listAt(top: Element, level: number, wanted: 'UL' | 'OL'): Element {
  let list = top;
  for (let at = 1; at < level; at += 1) {
    const item = list.lastElementChild;
    if (item === null) return list;
    const inner = item.lastElementChild;
    if (inner !== null && /^[UO]L$/.test(inner.tagName)) list = inner;
    else {
      const made = item.ownerDocument.createElement(wanted);
      item.append(made);
      list = made;
    }
  }
  return list;
}

/** Word writes list items as paragraphs that begin with a bullet. */
export function readWordLists(root: DocumentFragment): void {
  for (const paragraph of root.querySelectorAll('p[class]')) {
    if (!wordList.test(paragraph.className)) continue;
    const number = bullet.exec(paragraph.textContent)?.[1];
    const wanted = number === undefined ? 'UL' : 'OL';
    let cut = bullet.exec(paragraph.textContent)?.[0].length ?? 0;
    const walker = paragraph.ownerDocument.createTreeWalker(paragraph, NodeFilter.SHOW_TEXT);
    for (let node = walker.nextNode(); node !== null && cut > 0; node = walker.nextNode()) {
      const words = node.nodeValue ?? '';
      node.nodeValue = words.slice(cut);
      cut -= Math.min(cut, words.length);
    }
    const level = Number(/\blevel(\d)/.exec(paragraph.getAttribute('style') ?? '')?.[1] ?? 1);
    const before = paragraph.previousElementSibling;
    const isSame = level > 1 || before?.tagName === wanted;
    const top =
      before?.className === 'word' && isSame
        ? before
        : paragraph.ownerDocument.createElement(wanted);
    // The class marks a list that was made here; only such a list takes the next item.
    top.setAttribute('class', 'word');
    if (top !== before) paragraph.before(top);
    const list = listAt(top, level, wanted);
    const item = paragraph.ownerDocument.createElement('li');
    item.append(...paragraph.childNodes);
    list.append(item);
    paragraph.remove();
  }
}

/** Mail programs put a deeper list beside the items, and not into one. */
export function readLists(root: DocumentFragment): void {
  for (const list of root.querySelectorAll(':is(ul, ol) > :is(ul, ol)')) {
    const before = list.previousElementSibling;
    if (before?.tagName === 'LI') before.append(list);
  }
}

const blocks = 'p,div,ul,ol,li,table,blockquote,pre,hr,h1,h2,h3,h4,h5,h6,br';

/** A bold text over several blocks is bold in each of them: the signs of markdown hold within a paragraph. */
export function splitOverBlocks(root: DocumentFragment): void {
  const wrapRuns = (parent: Element, tag: string): void => {
    let run: ChildNode[] = [];
    const flush = (): void => {
      const [first] = run;
      if (first !== undefined && run.some((node) => node.textContent?.trim() !== '')) {
        const made = parent.ownerDocument.createElement(tag);
        first.before(made);
        made.append(...run);
      }
      run = [];
    };
    for (const child of [...parent.childNodes]) {
      const isBlock =
        child instanceof Element && (child.matches(blocks) || child.querySelector(blocks) !== null);
      if (!isBlock) run.push(child);
      else {
        flush();
        if (!/^(?:PRE|BR|HR)$/.test(child.tagName)) wrapRuns(child, tag);
      }
    }
    flush();
  };
  for (const element of root.querySelectorAll('b,strong,i,em,s,del,strike')) {
    if (element.querySelector(blocks) === null) continue;
    wrapRuns(element, element.tagName);
    element.replaceWith(...element.childNodes);
  }
}

/** A link is words in one line: pages put titles and whole cards into one. */
export function readLinks(root: DocumentFragment): void {
  for (const link of root.querySelectorAll('a')) {
    const inner = [...link.querySelectorAll(blocks)];
    for (const block of inner) block.replaceWith(' ', ...block.childNodes, ' ');
    if (inner.length === 0 || link.parentElement?.closest('p,h1,h2,h3,h4,h5,h6,li,td,th')) continue;
    const paragraph = link.ownerDocument.createElement('p');
    link.replaceWith(paragraph);
    paragraph.append(link);
  }
  for (const line of root.querySelectorAll(':is(h1,h2,h3,h4,h5,h6) br')) line.replaceWith(' ');
}

/** Columns that the cell takes; a page may name any number. */
const spanOf = (cell: Element, name: 'colspan' | 'rowspan'): number =>
  Math.min(100, Math.max(1, Number(cell.getAttribute(name)) || 1));

/** A table of one column is a layout, or one cell of a sheet: its words stand below each other. */
function unwrap(table: HTMLTableElement): void {
  const { ownerDocument } = table;
  const cells = [...table.rows].flatMap((row) => [...row.cells]);
  const parts = cells.map((cell) => {
    const part = ownerDocument.createElement('div');
    part.append(...cell.childNodes);
    return part;
  });
  const caption = [...(table.caption?.childNodes ?? [])];
  table.replaceWith(...caption, ...parts);
}

/** Gives each row as many cells as the longest one has: an empty one for each further column or row that a cell takes. */
function evenOut(table: HTMLTableElement): void {
  const { ownerDocument } = table;
  const below: number[] = [];
  const rows = [...table.rows];
  for (const row of rows) {
    let column = 0;
    const fill = (before: Element | null): void => {
      while ((below[column] ?? 0) > 0) {
        below[column] = (below[column] ?? 0) - 1;
        row.insertBefore(ownerDocument.createElement('td'), before);
        column += 1;
      }
    };
    for (const cell of [...row.cells]) {
      fill(cell);
      const [columns, more] = [spanOf(cell, 'colspan'), spanOf(cell, 'rowspan') - 1];
      cell.removeAttribute('colspan');
      for (let at = 0; at < columns; at += 1) {
        if (at > 0) cell.after(ownerDocument.createElement('td'));
        below[column] = more;
        column += 1;
      }
    }
    fill(null);
  }
  const most = Math.max(0, ...rows.map(({ cells }) => cells.length));
  for (const row of rows)
    while (row.cells.length < most) row.append(ownerDocument.createElement('td'));
}

/** Markdown has no table without a head row. */
export function readTables(root: DocumentFragment): void {
  for (const table of [...root.querySelectorAll('table')].toReversed()) {
    const isLayout = table.querySelector('table') !== null;
    const widest = Math.max(0, ...[...table.rows].map(({ cells }) => cells.length));
    if (isLayout || widest < 2) unwrap(table);
    else evenOut(table);
  }
  for (const cell of root.querySelectorAll('th,td')) {
    const paragraphs = [...cell.querySelectorAll('p,div,h1,h2,h3,h4,h5,h6')];
    for (const paragraph of paragraphs) paragraph.replaceWith(...paragraph.childNodes, ' ');
  }
  for (const table of root.querySelectorAll('table')) {
    // The first row alone is the head.
    const body = table.ownerDocument.createElement('tbody');
    body.append(...table.rows);
    table.replaceChildren(...(table.caption === null ? [] : [table.caption]), body);
    const [first] = table.rows;
    for (const cell of [...(first?.cells ?? [])].filter(({ tagName }) => tagName === 'TD')) {
      const head = table.ownerDocument.createElement('th');
      head.append(...cell.childNodes);
      cell.replaceWith(head);
    }
  }
}
