// A custom emoji in a text: a small picture that the engine fetches. All other pictures of a text are shown as their alternative text.
import { createContext, useContext, type ReactNode } from 'react';
import { useMediaUrl } from '#app/context';
import type { FormattedText } from '#contract/areas/messages/messageModels';
import { LaterImage } from '#ui/marks/laterImage';
import styles from './RichText.module.css';

export const Pictures = createContext<FormattedText['pictures']>(undefined);

interface EmoticonProps {
  readonly mxc: string | null;
  /** The alternative text. */
  readonly words: string;
}

export function Emoticon({ mxc, words }: EmoticonProps): ReactNode {
  const url = useMediaUrl();
  const handle = useContext(Pictures)?.find((picture) => picture.mxc === mxc)?.handle ?? null;
  if (handle === null) return words;
  return <LaterImage className={styles.emoticon} src={url(handle)} text={words} missing={words} />;
}
