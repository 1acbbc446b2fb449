// Edits: replacements of a message, drawn in its place. Which of several counts is a matter of ../events/relations.ts.
import { relationIn } from '../events/relations';
import type { FoldedKind } from './kind';

export const edit: FoldedKind = {
  shows: 'nothing',
  folds({ content }) {
    const { relType, eventId } = relationIn(content);
    return relType === 'm.replace' ? eventId : null;
  },
};
