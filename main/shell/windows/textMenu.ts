// The context menu of a text field and of selected text: suggestions for a misspelled word, cut, copy, paste. The page draws its other
// menus itself.
import type { ContextMenuParams, MenuItemConstructorOptions, WebContents } from 'electron/main';
import type { Translate } from '../surfaces/texts';

const mostSuggestions = 5;
const separator: MenuItemConstructorOptions = { type: 'separator' };

export type TextUnderPointer = Pick<
  ContextMenuParams,
  'isEditable' | 'selectionText' | 'misspelledWord' | 'dictionarySuggestions' | 'editFlags'
>;

export interface TextActs {
  replace(word: string): void;
  addWord(word: string): void;
}

/** Empty where there is nothing to do with the text. */
export function textMenuTemplate(
  t: Translate,
  under: TextUnderPointer,
  acts: TextActs,
): MenuItemConstructorOptions[] {
  const { isEditable, selectionText, misspelledWord: word, editFlags } = under;
  const copy: MenuItemConstructorOptions = { role: 'copy', enabled: editFlags.canCopy };
  if (!isEditable) return selectionText.trim() === '' ? [] : [copy];
  const suggestions = under.dictionarySuggestions
    .slice(0, mostSuggestions)
    .map((label) => ({ label, click: () => acts.replace(label) }));
  const none = { label: t('main.text.noSuggestion'), enabled: false };
  const spelling =
    word === ''
      ? []
      : [
          ...(suggestions.length === 0 ? [none] : suggestions),
          { label: t('main.text.addWord', { word }), click: () => acts.addWord(word) },
          separator,
        ];
  return [
    ...spelling,
    { role: 'undo', enabled: editFlags.canUndo },
    { role: 'redo', enabled: editFlags.canRedo },
    separator,
    { role: 'cut', enabled: editFlags.canCut },
    copy,
    { role: 'paste', enabled: editFlags.canPaste },
    { role: 'pasteAndMatchStyle', enabled: editFlags.canPaste },
    separator,
    { role: 'selectAll', enabled: editFlags.canSelectAll },
  ];
}

/** Shows it where the page does not show a menu of its own. */
export function watchTextMenu(
  contents: Pick<WebContents, 'on' | 'replaceMisspelling' | 'session'>,
  t: Translate,
  popUp: (template: MenuItemConstructorOptions[]) => void,
): void {
  contents.on('context-menu', (_event, under) => {
    const template = textMenuTemplate(t, under, {
      replace: (word) => contents.replaceMisspelling(word),
      addWord: (word) => void contents.session.addWordToSpellCheckerDictionary(word),
    });
    if (template.length > 0) popUp(template);
  });
}
