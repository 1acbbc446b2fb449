// The transport that all back ends share: our user id and device, TURN servers, the person's settings, cameras and microphones.
import type { CallTurn } from '#contract/areas/calls/callsModels';
import { resultOf } from '#app/result';
import type { BackendDeps } from './backend';
import { chosenIn, suppressesNoise } from './devices/deviceMemory';
import type { LentDevices } from './media/transport';
import { within } from './within';

const noTurn: CallTurn = { servers: [], expiresAtMs: null, problem: null };
const turnWaitMs = 3_000;

type Settings = Readonly<Record<string, unknown>>;

const optionsOf = (settings: Settings) => ({
  relayOnly: settings['calls.relayOnly'] === true,
  publicStun: settings['calls.publicStun'] === true,
  noiseSuppression: suppressesNoise(settings),
  ...chosenIn(settings),
});

export interface CenterTransportDeps extends Pick<BackendDeps, 'engine' | 'follow'> {
  readonly userId: string;
  readonly deviceId: string;
  readonly sessionId: string;
  readonly devices: LentDevices;
}

export function createCenterTransport(deps: CenterTransportDeps): {
  readonly transport: BackendDeps['transport'];
  close(): void;
} {
  const { engine, follow, userId, deviceId, sessionId, devices } = deps;
  let turn = noTurn;
  let options = optionsOf({});
  const stopTurn = follow<CallTurn>('value', 'callTurn', {}, (value) => (turn = value));
  const stopSettings = follow<Settings>('value', 'settings', {}, (settings) => {
    options = optionsOf(settings);
  });
  return {
    transport: {
      userId,
      deviceId,
      sessionId,
      turn: () => turn,
      options: () => options,
      async refreshTurn() {
        const asked = resultOf(engine.call('refreshCallTurn', { force: false }));
        const answer = await within(asked, turnWaitMs, null);
        if (answer?.ok === true) turn = answer.output;
        return turn;
      },
      ...devices,
    },
    close() {
      stopTurn();
      stopSettings();
    },
  };
}
