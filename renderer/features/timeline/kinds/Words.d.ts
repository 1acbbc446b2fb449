import type { ReactNode } from 'react';
import type { FormattedText } from '#contract/areas/messageModels';
import type { Message } from '../context';
export declare function Edited({ item }: {
    readonly item: Message;
}): ReactNode;
interface WordsProps {
    readonly item: Message;
    readonly words: FormattedText;
}
export declare function Words({ item, words: { text, html } }: WordsProps): ReactNode;
export {};
