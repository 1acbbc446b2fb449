// A recording becomes a message: its bytes go to the engine, which keeps it until it is sent.
import { uploadBytes } from '#app/blobs';
import type { Account } from '#app/context';
import { newRequestId } from '#app/requestId';
import type { ConversationId } from '#contract/areas/ids';
import type { VoiceFile } from './recorder';

/** The same name in every language, as in other clients: it is the body of the message for clients without voice messages. */
const fileName = 'Voice message.ogg';

/** Resolves when the message is durable. Throws an `AppFailure`. */
export async function sendVoice(
  { engine }: Account,
  { bytes, durationMs, waveform }: VoiceFile,
  act: ConversationId & { readonly replyTo: string | null },
  recordingId: string,
): Promise<void> {
  const ticket = await uploadBytes(engine, bytes, fileName, 'audio/ogg');
  const unseen = { width: null, height: null, blurhash: null, thumbnail: null };
  await engine.call('sendAttachment', {
    ...act,
    requestId: newRequestId(),
    ticket,
    preview: { ...unseen, durationMs },
    caption: null,
    voice: {
      durationMs,
      waveform: waveform.map((loudness) => Math.round(loudness * 1024)),
      recordingId,
    },
  });
}
