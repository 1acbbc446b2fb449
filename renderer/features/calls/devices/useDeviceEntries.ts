// Microphone, camera and speaker in a call's menu, where there is a choice, and the check of all; the one in use is marked.
import { useTranslation } from '#app/words';
import type { MenuEntry } from '#ui/overlays/Menu';
import { useDeviceChoices } from './useDeviceChoices';

/** @param state of the call: devices have names and ids when it has opened one */
export function useDeviceEntries(
  state: string,
  withCamera: boolean,
  onCheck: () => void,
): MenuEntry[] {
  const { t } = useTranslation();
  const { microphone, camera, speaker } = useDeviceChoices(state);
  const kinds = { microphone, ...(withCamera ? { camera } : {}), speaker };
  const choices = Object.entries(kinds)
    // The system's choice and one device are the same.
    .filter(([, { options }]) => options.length > 2)
    .map(([id, { label, chosen, options, choose }]) => ({
      id,
      heading: label,
      chosen,
      options,
      onChoose: choose,
    }));
  return [
    ...choices,
    ...(choices.length > 0 ? [{ id: 'line', separator: true } as const] : []),
    { id: 'check', label: t('groupCalls.checkDevices'), onAction: onCheck },
  ];
}
