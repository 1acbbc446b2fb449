// Plain text outside of messages, e.g. a topic, with links that can be opened.
import type { ReactNode } from 'react';
import { useOpenLink } from '#app/places/links';
import { OpenLink } from './Link';
import { PlainText } from './PlainText';

export function LinkedText({ text }: { readonly text: string }): ReactNode {
  return (
    <OpenLink value={useOpenLink()}>
      <PlainText text={text} inline />
    </OpenLink>
  );
}
