// The button below the sign-in form that enters as a guest. Only the server knows whether it allows guests, so it is asked when the button
// is pressed.
import { useTranslation } from '#app/words';
import guest from '#contract/locales/guest.en.json';
import { AppErrorNote } from '#app/errors';
import { useCall } from '#app/hooks';
import { addWords } from '#app/i18n';
import { Button } from '#ui/controls/Button';

addWords(guest);

export function GuestEntry({ server }: { readonly server: string }) {
  const { t } = useTranslation();
  const enter = useCall('enterAsGuest');
  const isRefused = enter.error?.code === 'guest_forbidden';
  return (
    <>
      <Button
        variant="text"
        size="s"
        pending={enter.pending}
        onPress={() => void enter.run({ server })}
      >
        {t('guest.enter')}
      </Button>
      {isRefused && <p role="alert">{t('guest.refused')}</p>}
      <AppErrorNote error={isRefused ? null : enter.error} place="login" />
    </>
  );
}
