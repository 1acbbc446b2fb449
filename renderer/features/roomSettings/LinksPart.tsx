// Whether links in this room show what they lead to: a choice of this account, which a card of a link offers too.
import { useTranslation } from '#app/words';
import { useLinkSettings } from '#app/places/linkSettings';
import { Switch } from '#ui/controls/Switch';
import styles from './RoomSettings.module.css';

export function LinksPart({ roomId }: { readonly roomId: string }) {
  const { t } = useTranslation();
  const { known, roomsOff, turnOff, turnOn } = useLinkSettings();
  if (!known) return null;
  return (
    <section className={styles.part} aria-label={t('roomSettings.links')}>
      <h3 className={styles.title}>{t('roomSettings.links')}</h3>
      <Switch
        label={t('roomSettings.linksShown')}
        hint={t('roomSettings.linksHint')}
        isSelected={!roomsOff.includes(roomId)}
        onChange={(on) => (on ? turnOn(roomId) : turnOff(roomId))}
      />
    </section>
  );
}
