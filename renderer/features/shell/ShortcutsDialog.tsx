// The list of shortcuts: those of the window from their table, and those of its parts.
import { useTranslation } from '#app/words';
import { callKeys } from '#app/callKeys';
import { formatKeys } from '#app/formatKeys';
import { addWords } from '#app/i18n';
import { useSendKey, type SendKey } from '#app/sendKey';
import writing from '#contract/locales/writing.en.json';
import { Button } from '#ui/controls/Button';
import { Dialog } from '#ui/overlays/Dialog';
import { unreadKeys } from './effects/useUnreadKeys';
import { partKeys, shortcuts } from './shortcuts';
import styles from './Shortcuts.module.css';

addWords(writing);

const formats: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(formatKeys).map(([format, { label }]) => [format, label]),
);

const calling: Readonly<Record<string, string>> = Object.fromEntries(
  Object.entries(callKeys).map(([key, { label }]) => [key, label]),
);

const groupsFor = ({ send, newLine }: SendKey) =>
  [
    {
      id: 'window',
      keys: {
        newChat: shortcuts.newChat.label,
        palette: shortcuts.palette.label,
        filter: shortcuts.filter.label,
        search: `${shortcuts.search.label}, ${shortcuts.searchPlace.label}`,
        searchRoom: shortcuts.searchRoom.label,
        nextHit: `F3, ${partKeys.nextHit}`,
        previousHit: `${partKeys.previousHit}`,
        nextRoom: shortcuts.nextRoom.label,
        previousRoom: shortcuts.previousRoom.label,
        nextUnread: unreadKeys.nextUnread.label,
        previousUnread: unreadKeys.previousUnread.label,
        back: shortcuts.back.label,
        forward: shortcuts.forward.label,
        chats: shortcuts.chats.label,
        files: shortcuts.files.label,
        calls: shortcuts.calls.label,
        saved: shortcuts.saved.label,
        notified: shortcuts.notified.label,
        settings: shortcuts.settings.label,
        nextPart: `${shortcuts.nextPart.label}, ${shortcuts.previousPart.label}`,
        list: shortcuts.list.label,
      },
    },
    {
      id: 'chat',
      keys: { send, newLine, editLast: '↑', reply: 'R', thread: 'T', edit: 'E' },
    },
    {
      id: 'writing',
      keys: formats,
    },
    {
      id: 'call',
      keys: calling,
    },
    {
      id: 'folder',
      keys: {
        open: 'Enter',
        rename: 'F2',
        remove: 'Del',
        copy: partKeys.copy,
        cut: partKeys.cut,
        paste: partKeys.paste,
        undo: partKeys.undo,
        find: partKeys.find,
      },
    },
  ] as const;

export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useTranslation();
  const groups = groupsFor(useSendKey());
  const words: Readonly<Record<string, string>> = {
    ...t('shortcuts.keys', { returnObjects: true }),
    ...t('writing.format', { returnObjects: true }),
    link: t('writing.linkKeys'),
  };
  return (
    <Dialog
      title={t('shortcuts.title')}
      isOpen
      onClose={onClose}
      width="xl"
      actions={<Button onPress={onClose}>{t('app.close')}</Button>}
    >
      {/* A low window scrolls it: by keys too. */}
      <div className={styles.groups} tabIndex={0} role="group" aria-label={t('shortcuts.title')}>
        {groups.map(({ id, keys }) => (
          <section key={id}>
            <h3 className={styles.group}>{t(`shortcuts.${id}`)}</h3>
            <dl className={styles.keys}>
              {Object.entries(keys).map(([name, key]) => (
                <div key={name} className={styles.line}>
                  <dt>{words[name]}</dt>
                  <dd>
                    <kbd>{key}</kbd>
                  </dd>
                </div>
              ))}
            </dl>
          </section>
        ))}
      </div>
    </Dialog>
  );
}
