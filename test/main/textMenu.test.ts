// The menu of text fields, and the spelling of what is written in them.
import { EventEmitter } from 'node:events';
import type { MenuItemConstructorOptions } from 'electron/main';
import { openSettings } from '../../main/shell/settings';
import { createSpelling, dictionariesFor } from '../../main/shell/windows/spelling';
import { openTexts } from '../../main/shell/surfaces/texts';
import { watchTextMenu, type TextUnderPointer } from '../../main/shell/windows/textMenu';
import { removeFolders, temporaryFolder } from './fakes';

afterEach(removeFolders);

const editFlags = {
  ...{ canUndo: true, canRedo: false, canCut: true, canCopy: true, canPaste: true },
  ...{ canDelete: true, canSelectAll: true, canEditRichly: false },
};
const word: TextUnderPointer = {
  isEditable: true,
  selectionText: 'helo',
  misspelledWord: 'helo',
  dictionarySuggestions: ['hello', 'halo', 'help', 'held', 'hero', 'hell'],
  editFlags,
};

async function menuOver(under: TextUnderPointer) {
  const done: string[] = [];
  const shown: MenuItemConstructorOptions[][] = [];
  const contents = Object.assign(new EventEmitter(), {
    replaceMisspelling: (by: string) => done.push(`replace ${by}`),
    session: { addWordToSpellCheckerDictionary: (added: string) => done.push(`add ${added}`) > 0 },
  });
  watchTextMenu(contents as never, await openTexts('en'), (template) => shown.push(template));
  contents.emit('context-menu', {}, under);
  const items = (shown[0] ?? []).filter(({ type }) => type !== 'separator');
  const labels = items.map(({ label, role, enabled }) =>
    enabled === false ? `(${label ?? role})` : (label ?? role),
  );
  const press = (label: string): void =>
    items.find((item) => item.label === label)?.click?.({} as never, undefined, {} as never);
  return { labels, press, done };
}

test('a misspelled word is replaced or learned; five suggestions at most, editing below them', async () => {
  const { labels, press, done } = await menuOver(word);
  expect(labels).toEqual([
    ...['hello', 'halo', 'help', 'held', 'hero', 'Add “helo” to the dictionary'],
    ...['undo', '(redo)', 'cut', 'copy', 'paste', 'pasteAndMatchStyle', 'selectAll'],
  ]);
  press('halo');
  press('Add “helo” to the dictionary');
  expect(done).toEqual(['replace halo', 'add helo']);
  const unknown = await menuOver({ ...word, dictionarySuggestions: [] });
  expect(unknown.labels.slice(0, 2)).toEqual(['(No suggestion)', 'Add “helo” to the dictionary']);
});

test('a field has cut, copy and paste, selected text is copied, and nothing else has this menu', async () => {
  const right = { ...word, misspelledWord: '', dictionarySuggestions: [] };
  expect((await menuOver(right)).labels[0]).toBe('undo');
  // A password must not be copied: Chromium's edit flags say so.
  const secret = { ...right, editFlags: { ...editFlags, canCopy: false, canCut: false } };
  expect((await menuOver(secret)).labels).toEqual(expect.arrayContaining(['(cut)', '(copy)']));
  expect((await menuOver({ ...right, isEditable: false })).labels).toEqual(['copy']);
  expect((await menuOver({ ...right, isEditable: false, selectionText: ' ' })).labels).toEqual([]);
});

test('a dictionary is that of the language with its country, else of the language', () => {
  const available = ['de', 'en-GB', 'en-US', 'pt-BR', 'pt-PT'];
  expect(dictionariesFor(['de-AT', 'en-GB', 'en-AU', 'pt', 'xx'], available)).toEqual([
    'de',
    'en-GB',
    'pt-BR',
  ]);
});

async function spelling(platform: NodeJS.Platform, available: string[], userData: string) {
  const told: string[] = [];
  const made = createSpelling({
    session: {
      availableSpellCheckerLanguages: available,
      setSpellCheckerEnabled: (on) => void told.push(`enabled ${on}`),
      setSpellCheckerLanguages: (languages) => void told.push(`languages ${languages.join()}`),
    },
    settings: await openSettings(userData),
    platform,
    systemLanguages: () => ['de-AT', 'en-US'],
    changed: () => void told.push('changed'),
  });
  return { ...made, told };
}

test('outside macOS nothing is checked, so nothing fetched, before somebody turns it on; that is kept', async () => {
  const userData = temporaryFolder();
  const first = await spelling('win32', ['de', 'en-US'], userData);
  expect([first.state(), first.told]).toEqual([{ on: false, fetches: true }, ['enabled false']]);
  await first.set(true);
  expect(first.told.slice(1)).toEqual(['languages de,en-US', 'enabled true', 'changed']);
  const again = await spelling('win32', ['de', 'en-US'], userData);
  expect(again.state()).toEqual({ on: true, fetches: true });
  await again.set(false);
  expect(again.told.slice(-2)).toEqual(['enabled false', 'changed']);
  expect((await spelling('linux', ['fr'], userData)).state()).toBeNull();
});

test('on macOS the system checks, from the start', async () => {
  const mac = await spelling('darwin', [], temporaryFolder());
  expect([mac.state(), mac.told]).toEqual([{ on: true, fetches: false }, ['enabled true']]);
});
