// Encrypts a message for one device, if the device may get something in the room. Must not send.
import type { Content, DeviceAddress } from '../backend';
import { follow, isUserId, type Rust } from '../library';
import type { Recipients } from './recipients';

/** Null: the server knows no such device, or it may get nothing in this room. */
export async function encryptToDevice(
  rust: Rust,
  recipients: Pick<Recipients, 'mayReceive' | 'leavesOut'>,
  roomId: string,
  device: DeviceAddress,
  type: string,
  content: Content,
): Promise<Content | null> {
  const once = async (): Promise<Content | null> => {
    const { batch } = await rust.encryptToDeviceMessages(type, [device], content);
    return (batch[0]?.payload as Content | undefined) ?? null;
  };
  if (!isUserId(device.userId)) return null;
  const allowed = async (): Promise<boolean> =>
    (await recipients.mayReceive(device.userId, device.deviceId)) &&
    !(await recipients.leavesOut(roomId, device.userId));
  const known = await once();
  if (known !== null) return (await allowed()) ? known : null;
  // The library does not follow the devices of a person who shares no encrypted room with us.
  await follow(rust, device.userId);
  const payload = await once();
  return payload !== null && (await allowed()) ? payload : null;
}
