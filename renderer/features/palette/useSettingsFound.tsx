// Settings with what was typed among their words: each opens its section at its row.
import { useEffect, useState } from 'react';
import { settingsOpened } from '#app/places/navigation';
import { useAppDispatch } from '#app/store';
import { useTranslation } from '#app/words';
import { settingsFinder } from '../settings';
import { noMarks, sign, type Option } from './option';
import type { Typed } from './options';

const most = 4;
/** Hints of settings are sentences: shorter words would find nearly all of them. */
const fewestLetters = 3;

/** None until the words of the settings are loaded. */
export function useSettingsFound({ wanted, text }: Typed): readonly Option[] {
  const { t } = useTranslation();
  const dispatch = useAppDispatch();
  const [finder, setFinder] = useState<Awaited<ReturnType<typeof settingsFinder>> | null>(null);
  useEffect(() => {
    let stale = false;
    void settingsFinder().then((loaded) => {
      if (!stale) setFinder(loaded);
    });
    return () => {
      stale = true;
    };
  }, []);
  if (finder === null || wanted !== 'all' || text.length < fewestLetters) return [];
  return finder
    .rowsFound(t, text)
    .slice(0, most)
    .map(({ id, section, icon, title, about }) => ({
      id: `setting:${id}`,
      picture: sign(icon),
      name: title,
      marks: noMarks,
      about,
      end: null,
      keys: null,
      run: () => {
        dispatch(settingsOpened(section));
        finder.markSetting(title);
      },
    }));
}
