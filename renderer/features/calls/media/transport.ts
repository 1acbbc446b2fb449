// The interface through which the call classes use the engine: signals, TURN servers, devices, the person's settings. Types only; the
// center implements it.
import type { CallTurn } from '#contract/areas/calls/callsModels';
import type { DeviceNews } from '../callTypes';

/** The services that the call classes take from the engine. */
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
   * The person's settings: relays only; whether a public STUN server may be used where the homeserver has no server (CALL-7.16); the
   * devices to open, if they are present; noise suppression.
   */
  options(): {
    readonly relayOnly: boolean;
    readonly publicStun: boolean;
    readonly microphoneId?: string | null;
    readonly cameraId?: string | null;
    readonly noiseSuppression?: boolean;
  };
  refreshTurn(): Promise<CallTurn>;
  /** Called before camera or microphone are opened; throws an error called NotAllowedError if they may not be. */
  openDevices(wants: { readonly microphone: boolean; readonly camera: boolean }): Promise<void>;
  /** Whether the microphone could be opened now. It does not ask the person and opens no device. */
  mayOpenMicrophone(): Promise<boolean>;
  /** Returns the devices to main: no camera and no microphone is open any more. */
  closeDevices(): void;
  /** Announces that a device was pulled out, or is back. */
  deviceNews(news: DeviceNews): void;
  profile(userId: string): Promise<{ displayName: string | null; avatarMxc: string | null }>;
}

export type LentDevices = Pick<
  CallTransport,
  'openDevices' | 'mayOpenMicrophone' | 'closeDevices' | 'deviceNews'
>;
