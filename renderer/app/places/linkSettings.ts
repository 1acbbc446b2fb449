// Whether previews of links are wanted, in which rooms not, and which ones the reader has closed: settings of the account on this computer.
import { useEngineCall, useSetting } from '../hooks';

/** The engine reads this one too: without it the server is never asked. */
const previewsSetting = 'links.previews';
const roomsOffSetting = 'links.roomsOff';
const closedSetting = 'links.closed';

const mostClosed = 300;

const strings = (value: unknown): readonly string[] =>
  (Array.isArray(value) ? (value as unknown[]) : []).filter((one) => typeof one === 'string');

export interface LinkSettings {
  /** The settings are loaded. */
  readonly known: boolean;
  readonly on: boolean;
  readonly roomsOff: readonly string[];
  /** Keys of messages. */
  readonly closed: readonly string[];
  close(itemKey: string): void;
  turnOff(roomId: string): void;
  turnOn(roomId: string): void;
  choose(on: boolean): void;
  /** Turns previews on again in all rooms. */
  turnOnEverywhere(): void;
}

export function useLinkSettings(): LinkSettings {
  const on = useSetting(previewsSetting);
  const call = useEngineCall();
  const set = (name: string, value: readonly string[]): void =>
    void call('setSetting', { name, value: [...value] });
  const roomsOff = strings(useSetting(roomsOffSetting));
  const closed = strings(useSetting(closedSetting));
  return {
    known: on !== null,
    on: on === true,
    ...{ roomsOff, closed },
    close: (itemKey) => set(closedSetting, [...closed, itemKey].slice(-mostClosed)),
    turnOff: (roomId) => set(roomsOffSetting, [...roomsOff, roomId]),
    turnOn: (roomId) =>
      set(
        roomsOffSetting,
        roomsOff.filter((one) => one !== roomId),
      ),
    choose: (value) => void call('setSetting', { name: previewsSetting, value }),
    turnOnEverywhere: () => set(roomsOffSetting, []),
  };
}
