// Camera and microphone are main's to lend: asked for before they are opened, given back when nothing is open.
import { resultOf } from '#app/result';
import type { ShellClient } from '#app/line/shellClient';
import type { LentDevices } from '../media/transport';

/** Another window was in front: no setting of the system is the matter. */
const notInFront = 'NotInFrontError';

/** The error that `getUserMedia` would throw itself. */
const refusal = (device: string): DOMException =>
  new DOMException(`The system does not allow the ${device}`, 'NotAllowedError');

export function lentDevices(shell: ShellClient): Omit<LentDevices, 'deviceNews'> {
  return {
    async openDevices(wants) {
      const answer = await resultOf(shell.call('requestMedia', wants));
      if (!answer.ok && answer.error.code === 'forbidden')
        throw new DOMException('Another window is in front', notInFront);
      if (!answer.ok) throw refusal('microphone');
      const { microphone, camera } = answer.output;
      if (wants.microphone && microphone !== 'granted') throw refusal('microphone');
      if (wants.camera && camera !== 'granted') throw refusal('camera');
    },
    async mayOpenMicrophone() {
      const nothing = { microphone: false, camera: false };
      const answer = await resultOf(shell.call('requestMedia', nothing));
      return answer.ok && answer.output.microphone === 'granted';
    },
    closeDevices: () => void resultOf(shell.call('releaseMedia', {})),
  };
}
