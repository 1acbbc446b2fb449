// Whether the server was set back and nobody here has read of it yet. Small, as each window draws it; the card comes with the first.
import { useSetting, useValue } from '#app/hooks';
import { later } from '#app/later';

/** The last of which somebody has read. */
export const readSetting = 'setBackRead';

const SetBackCard = later(async () => (await import('./SetBackCard')).SetBackCard);

export function SetBack() {
  const setBack = useValue('sync', {}).value?.setBack;
  const read = useSetting(readSetting);
  if (setBack === undefined || read === null || read === setBack.atMs) return null;
  return <SetBackCard setBack={setBack} />;
}
