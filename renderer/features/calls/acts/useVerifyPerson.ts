// Starts the verification of a participant: in the direct chat with them if there is one, else in the room of the call.
import { useEngineCall } from '#app/hooks';
import { useVerify } from '../../verification';

export interface VerifyPerson {
  readonly pending: boolean;
  readonly verify: (person: { readonly userId: string; readonly roomId: string }) => Promise<void>;
}

export function useVerifyPerson(): VerifyPerson {
  const engine = useEngineCall();
  const { verify, pending } = useVerify();
  return {
    pending,
    async verify({ userId, roomId }) {
      const profile = await engine('profileForCall', { userId });
      const chat = profile.ok ? profile.output.directRoomId : null;
      await verify({ own: false, userId, roomId: chat ?? roomId });
    },
  };
}
