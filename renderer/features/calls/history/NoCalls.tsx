// The empty state of the call history: there are no calls, or no missed ones.
import { Phone, PhoneMissed } from 'lucide-react';
import { useTranslation } from '#app/words';
import { placeOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { Button } from '#ui/controls/Button';
import { EmptyState } from '#ui/layout/EmptyState';

export function NoCalls({ missedOnly }: { readonly missedOnly: boolean }) {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  if (missedOnly)
    return (
      <EmptyState
        icon={PhoneMissed}
        title={t('callPlace.emptyMissedTitle')}
        text={t('callPlace.emptyMissedText')}
      />
    );
  return (
    <EmptyState icon={Phone} title={t('callPlace.emptyTitle')} text={t('callPlace.emptyText')}>
      <Button variant="primary" onPress={() => dispatch(placeOpened('chats'))}>
        {t('callPlace.openChats')}
      </Button>
    </EmptyState>
  );
}
