// What the call classes ask for: signals out, TURN servers, devices, the person's choices. The center fills it.
import type { CallTurn } from '#contract/areas/calls/callsModels';
import type { DeviceNews } from '../callTypes';

/** What the call classes need of the engine. */
export interface CallTransport {
  readonly userId: string;
  readonly deviceId: string;
  readonly sessionId: string;
  send(
    roomId: string,
    type: string,
    callId: string,
    content: Record<string, unknown>,
  ): Promise<string | null>;
  turn(): CallTurn;
  /**
   * The person's choice: only through relays; whether a public STUN server may stand in where the server has none (CALL-7.16); which
   * devices are opened, where they are there, and whether noise is taken out of the voice.
   */
  options(): {
    readonly relayOnly: boolean;
    readonly publicStun: boolean;
    readonly microphoneId?: string | null;
    readonly cameraId?: string | null;
    readonly noiseSuppression?: boolean;
  };
  refreshTurn(): Promise<CallTurn>;
  /** Before camera or microphone are opened; throws an error called NotAllowedError where they may not be. */
  openDevices(wants: { readonly microphone: boolean; readonly camera: boolean }): Promise<void>;
  /** Whether the microphone could be opened now; asks the person nothing, opens nothing. */
  mayOpenMicrophone(): Promise<boolean>;
  /** Nothing is open any more. */
  closeDevices(): void;
  /** One of them was pulled out, or is back. */
  deviceNews(news: DeviceNews): void;
  profile(userId: string): Promise<{ displayName: string | null; avatarMxc: string | null }>;
}

export type LentDevices = Pick<
  CallTransport,
  'openDevices' | 'mayOpenMicrophone' | 'closeDevices' | 'deviceNews'
>;
