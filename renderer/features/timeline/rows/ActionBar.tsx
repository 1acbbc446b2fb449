// What one can do with a message: shown over it on hover or focus, never moving anything.
import { Copy, Ellipsis, Pencil, Reply, Smile, Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useTranslation } from 'react-i18next';
import { EmojiPicker } from '../../../ui/EmojiPicker';
import { IconButton } from '../../../ui/IconButton';
import { MenuButton } from '../../../ui/Menu';
import type { MenuEntry } from '../../../ui/Menu';
import { useTimelineScope } from '../context';
import type { Message } from '../context';
import styles from './ActionBar.module.css';

const quick = ['👍', '❤️'];

function textOf(item: Message): string | null {
  const { body } = item;
  return body.type === 'text' || body.type === 'notice' || body.type === 'emote' ? body.text : null;
}

interface ActionBarProps {
  readonly item: Message;
  readonly onMenu: (open: boolean) => void;
}

function useEntries(item: Message): MenuEntry[] {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const text = textOf(item);
  const entries: MenuEntry[] = [];
  if (item.actions.edit)
    entries.push({
      id: 'edit',
      label: t('timeline.action.edit'),
      icon: Pencil,
      onAction: () => actions.edit(item),
    });
  if (text !== null)
    entries.push({
      id: 'copy',
      label: t('timeline.action.copy'),
      icon: Copy,
      onAction: () => actions.copy(text),
    });
  if (item.actions.redact)
    entries.push({
      id: 'delete',
      label: t('timeline.action.delete'),
      icon: Trash2,
      danger: true,
      onAction: () => actions.redact(item),
    });
  return entries;
}

export function ActionBar({ item, onMenu }: ActionBarProps): ReactNode {
  const { actions } = useTimelineScope();
  const { t } = useTranslation();
  const entries = useEntries(item);
  const { react, reply } = item.actions;
  if (!react && !reply && entries.length === 0) return null;
  return (
    <div className={styles.bar} role="toolbar" aria-label={t('timeline.actions')}>
      {react && (
        <>
          {quick.map((key) => (
            <button
              key={key}
              type="button"
              className={styles.quick}
              aria-label={t('timeline.action.reactWith', { key })}
              onClick={() => actions.react(item, key)}
            >
              {key}
            </button>
          ))}
          <EmojiPicker onPick={(key) => actions.react(item, key)} onOpenChange={onMenu}>
            <IconButton label={t('timeline.action.react')} icon={Smile} size="bar" />
          </EmojiPicker>
        </>
      )}
      {reply && (
        <IconButton
          label={t('timeline.action.reply')}
          icon={Reply}
          size="bar"
          directional
          onPress={() => actions.reply(item)}
        />
      )}
      {entries.length > 0 && (
        <MenuButton label={t('timeline.action.more')} entries={entries} onOpenChange={onMenu}>
          <IconButton label={t('timeline.action.more')} icon={Ellipsis} size="bar" />
        </MenuButton>
      )}
    </div>
  );
}
