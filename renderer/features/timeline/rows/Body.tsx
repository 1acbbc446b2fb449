// The content of a message, as its kind draws it.
import type { ReactNode } from 'react';
import type { Message } from '../context';
import { bodyKind } from '../kinds/registry';

export function Body({ item }: { readonly item: Message }): ReactNode {
  const { body } = item;
  const { View } = bodyKind(body);
  return <View item={item} body={body} />;
}
