// The empty chat list of a guest, with the one act that a guest can do: look for rooms.
import { MessageCircle } from 'lucide-react';
import { useRef } from 'react';
import { useTranslation } from '#app/words';
import guest from '#contract/locales/guest.en.json';
import { addWords } from '#app/i18n';
import { useValue } from '#app/hooks';
import { newChatOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';
import { useFocusIfLost } from '#ui/focus/lostFocus';

addWords(guest);

export function GuestEmpty() {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const only = useRef<HTMLButtonElement>(null);
  useFocusIfLost(only);
  const hasEnded = useValue('session', {}).value?.state === 'expired';
  return (
    <EmptyState icon={MessageCircle} title={t('guest.emptyTitle')} text={t('guest.emptyText')}>
      {!hasEnded && (
        <Button ref={only} variant="primary" onPress={() => dispatch(newChatOpened(true))}>
          {t('guest.emptyAction')}
        </Button>
      )}
    </EmptyState>
  );
}
