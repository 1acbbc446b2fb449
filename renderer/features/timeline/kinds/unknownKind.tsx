// Something of a kind that this app does not know and that brings no words: that it is there, and the way to look into it.
import type { ReactNode } from 'react';
import { useTranslation } from '#app/words';
import { Button } from '#ui/controls/Button';
import { useTimelineScope } from '../context';
import type { Notice, NoticeKind } from './kind';
import { stateChange } from './stateChange';

function UnknownKindView({ item }: { readonly item: Notice }): ReactNode {
  const { t } = useTranslation();
  const { actions } = useTimelineScope();
  return (
    <>
      <stateChange.View item={item} />{' '}
      <Button variant="text" size="s" onPress={() => actions.source(item)}>
        {t('timeline.action.source')}
      </Button>
    </>
  );
}

export const unknownKind: NoticeKind = { View: UnknownKindView };
