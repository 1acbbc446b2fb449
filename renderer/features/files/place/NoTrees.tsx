// The first step where there is no tree yet: what one is, and the button that makes it.
import { FolderTree } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { useFocusIfLost } from '#ui/focus/lostFocus';
import { useFilesUi } from './filesUi';

export function NoTrees() {
  const { t } = useTranslation();
  const ui = useFilesUi();
  // The focus goes to the button: the empty place has no other control.
  const first = useRef<HTMLButtonElement>(null);
  useFocusIfLost(first);
  return (
    <EmptyState
      icon={FolderTree}
      title={t('files.empty.noTreesTitle')}
      text={t('files.empty.noTreesText')}
    >
      <Button ref={first} variant="primary" onPress={() => ui.ask({ kind: 'newTree' })}>
        {t('files.place.newTree')}
      </Button>
    </EmptyState>
  );
}
