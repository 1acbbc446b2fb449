// The action bar of a message. It appears over the message on hover or focus, and never moves other elements.
import { Ellipsis, MessagesSquare, Reply, Smile } from 'lucide-react';
import { useRef, type ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { IconButton } from '#ui/controls/IconButton';
import { moveAlong } from '#ui/focus/moveAlong';
import { MenuButton } from '#ui/overlays/Menu';
import type { MenuEntry } from '#ui/overlays/Menu';
import { EmojiPicker } from '../../emoji';
import { useTimelineScope } from '../context';
import type { Message } from '../context';
import { MissedMark } from './marks/StatusMark';
import { useBarPlace } from './useBarPlace';
import styles from './ActionBar.module.css';

const quick = ['👍', '❤️'];

interface ActionBarProps {
  readonly item: Message;
  readonly entries: readonly MenuEntry[];
  readonly onMenu: (open: boolean) => void;
}

export function ActionBar({ item, entries, onMenu }: ActionBarProps): ReactNode {
  const { actions, roomId } = useTimelineScope();
  const { t } = useTranslation();
  const { react, reply, thread } = item.actions;
  const bar = useRef<HTMLDivElement>(null);
  useBarPlace(bar);
  if (!react && !reply && entries.length === 0) return null;
  return (
    <div
      ref={bar}
      className={styles.bar}
      role="toolbar"
      aria-label={t('timeline.actions')}
      onKeyDown={moveAlong}
    >
      {item.missed && <MissedMark people={item.missed} isAct />}
      {react && (
        <>
          {quick.map((key) => (
            <button
              key={key}
              type="button"
              className={styles.quick}
              aria-label={t('timeline.action.reactWith', { key })}
              onClick={(event) => {
                // After a click the button loses the focus, so that the bar closes when the mouse leaves; the keyboard keeps its place.
                if (event.detail > 0) event.currentTarget.blur();
                actions.react(item, key);
              }}
            >
              {key}
            </button>
          ))}
          <EmojiPicker
            roomId={roomId}
            onPick={(key, custom) => actions.react(item, key, custom)}
            onOpenChange={onMenu}
          >
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
          shortcut="R"
          onPress={() => actions.reply(item)}
        />
      )}
      {thread && (
        <IconButton
          label={t(item.thread === undefined ? 'threads.start' : 'threads.open')}
          icon={MessagesSquare}
          size="bar"
          shortcut="T"
          onPress={() => actions.openThread(item)}
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
