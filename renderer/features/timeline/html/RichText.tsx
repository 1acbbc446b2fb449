// A message's formatted body as React elements, built from sanitised DOM node by node: no HTML string ever reaches the page.
import clsx from 'clsx';
import { createElement, Fragment, useMemo } from 'react';
import type { CSSProperties, ReactNode } from 'react';
import type { FormattedText } from '#contract/areas/messages/messageModels';
import { later } from '#app/later';
import { CodeBlock } from './CodeBlock';
import { Emoticon, Pictures } from './Emoticon';
import { Link } from './Link';
import { PlainText } from './PlainText';
import styles from './RichText.module.css';
import { safeLink, sanitise } from './sanitise';
import { Spoiler } from './Spoiler';

const Maths = later(async () => (await import('./Maths')).Maths);
const CodeColours = later(async () => (await import('./CodeColours')).CodeColours);

const colour = /^#[0-9a-fA-F]{6}$/;
const drawnAsIs = new Set(
  'del h1 h2 h3 h4 h5 h6 blockquote p ul sup sub li b i u strong em s code hr br div table thead tbody tr th td caption details summary'.split(
    ' ',
  ),
);
const empty = new Set(['hr', 'br']);
/** Inside of these an address stays text: a link may not hold another one, and code is quoted as it is. */
const withoutLinks = new Set(['a', 'code', 'pre']);
/** Blank text between their parts means nothing, and React refuses it. */
const onlyParts = new Set(['table', 'thead', 'tbody', 'tr', 'ul', 'ol']);

function childrenOf(node: Node): ReactNode[] {
  return [...node.childNodes].map((child, index) => <Fragment key={index}>{draw(child)}</Fragment>);
}

function drawText(node: Node): ReactNode {
  const text = node.textContent ?? '';
  const parent = node.parentElement;
  if (parent === null) return <PlainText text={text} inline />;
  if (onlyParts.has(parent.localName) && text.trim() === '') return null;
  return parent.closest([...withoutLinks].join(',')) === null ? (
    <PlainText text={text} inline />
  ) : (
    text
  );
}

interface Colours {
  readonly className: string | undefined;
  readonly style: CSSProperties;
}

function colours(element: Element): Colours {
  const of = (name: string): string | null => {
    const value = element.getAttribute(name);
    return value !== null && colour.test(value) ? value : null;
  };
  const [ink, ground] = [of('data-mx-color'), of('data-mx-bg-color')];
  if (ink !== null && ground === null)
    return { className: styles.inked, style: { '--sent-ink': ink } as CSSProperties };
  const style: CSSProperties = {};
  if (ink !== null) style.color = ink;
  if (ground !== null) style.backgroundColor = ground;
  return { className: undefined, style };
}

function drawSpan(element: Element): ReactNode {
  const spoiler = element.getAttribute('data-mx-spoiler');
  const inner = childrenOf(element);
  if (spoiler !== null) return <Spoiler reason={spoiler}>{inner}</Spoiler>;
  const maths = element.getAttribute('data-mx-maths');
  return maths === null ? (
    <span {...colours(element)}>{inner}</span>
  ) : (
    <Maths tex={maths} block={false} />
  );
}

function drawCode(element: Element): ReactNode {
  const text = element.textContent ?? '';
  const [inner] = element.children;
  const language = /(?:^|\s)language-([\w+#.-]{1,40})/.exec(
    inner?.getAttribute('class') ?? '',
  )?.[1];
  return (
    <CodeBlock text={text}>
      {language === undefined || inner?.localName !== 'code' ? (
        childrenOf(element)
      ) : (
        <CodeColours text={text.replace(/\n$/, '')} language={language} />
      )}
    </CodeBlock>
  );
}

function drawDiv(element: Element): ReactNode {
  const maths = element.getAttribute('data-mx-maths');
  return maths === null ? <div>{childrenOf(element)}</div> : <Maths tex={maths} block />;
}

function drawElement(element: Element): ReactNode {
  const name = element.localName;
  if (empty.has(name)) return createElement(name);
  switch (name) {
    case 'a': {
      const href = safeLink(element.getAttribute('href') ?? '');
      if (href === null) return childrenOf(element);
      return (
        <Link href={href} text={element.textContent}>
          {childrenOf(element)}
        </Link>
      );
    }
    case 'span':
      return drawSpan(element);
    case 'pre':
      return drawCode(element);
    case 'div':
      return drawDiv(element);
    case 'table':
      return (
        <div className={styles.wide} tabIndex={0}>
          <table>{childrenOf(element)}</table>
        </div>
      );
    case 'ol': {
      const start = Number.parseInt(element.getAttribute('start') ?? '1', 10);
      return <ol start={Number.isFinite(start) ? start : 1}>{childrenOf(element)}</ol>;
    }
    case 'img': {
      // Pictures inside text would be loaded from an address of the sender's choice: their words stand for them, but for emoji.
      const words = element.getAttribute('alt') ?? element.getAttribute('title') ?? '';
      return element.hasAttribute('data-mx-emoticon') ? (
        <Emoticon mxc={element.getAttribute('src')} words={words} />
      ) : (
        words
      );
    }
    default:
      return drawnAsIs.has(name)
        ? createElement(name, null, ...childrenOf(element))
        : childrenOf(element);
  }
}

function draw(node: Node): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return drawText(node);
  return node.nodeType === Node.ELEMENT_NODE ? drawElement(node as Element) : null;
}

/** `after` stands behind the last words, in their line where that is possible. */
function drawAll(fragment: DocumentFragment, after: ReactNode): ReactNode {
  const last = fragment.lastChild;
  if (!(last instanceof HTMLParagraphElement))
    return [...childrenOf(fragment), <Fragment key="after">{after}</Fragment>];
  const before = [...fragment.childNodes].slice(0, -1);
  return (
    <>
      {before.map((node, index) => (
        <Fragment key={index}>{draw(node)}</Fragment>
      ))}
      <p>
        {childrenOf(last)}
        {after}
      </p>
    </>
  );
}

/** A few emoji and nothing else are drawn larger, custom ones too. */
function isFew(fragment: DocumentFragment): boolean {
  const emoji = fragment.querySelectorAll('img[data-mx-emoticon]').length;
  return emoji <= 3 && (fragment.textContent ?? '').trim() === '';
}

interface RichTextProps extends FormattedText {
  readonly after?: ReactNode;
}

export function RichText({ html, text, pictures, after }: RichTextProps): ReactNode {
  const fragment = useMemo(() => (html === null ? null : sanitise(html)), [html]);
  if (fragment === null || fragment.childNodes.length === 0)
    return <PlainText text={text} after={after} />;
  return (
    <Pictures value={pictures}>
      <div
        className={clsx(styles.rich, pictures !== undefined && isFew(fragment) && styles.few)}
        dir="auto"
      >
        {drawAll(fragment, after)}
      </div>
    </Pictures>
  );
}
