// A field for a place, as coordinates or a link, and the place that was read from it.
import { useTranslation } from '#app/words';
import { TextField } from '#ui/controls/TextField';
import { readPlace } from './readPlace';

export interface PlaceFieldProps {
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export function PlaceField({ value, onChange }: PlaceFieldProps) {
  const { t, i18n } = useTranslation();
  const place = readPlace(value);
  const degrees = (of: number): string =>
    new Intl.NumberFormat(i18n.language, { maximumFractionDigits: 6 }).format(of);
  const wrong = value.trim() !== '' && place === null;
  return (
    <TextField
      label={t('locations.where')}
      value={value}
      maxLength={2_000}
      autoFocus
      autoComplete="off"
      spellCheck="false"
      onChange={onChange}
      error={wrong ? t('locations.unread') : null}
      hint={
        place === null
          ? t('locations.noSystem')
          : t('locations.found', {
              latitude: degrees(place.latitude),
              longitude: degrees(place.longitude),
            })
      }
    />
  );
}
