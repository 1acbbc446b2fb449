// Converts the browser's recording (Opus in WebM) into a voice message (Opus in Ogg, MSC3245). Packets are moved from one container to the
// other, without encoding again.
import {
  BlobSource,
  BufferTarget,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  Input,
  OggOutputFormat,
  Output,
  WEBM,
} from 'mediabunny';

/** @throws when a part is no WebM with Opus in it */
export async function toOgg(
  parts: readonly Blob[],
): Promise<{ readonly bytes: Uint8Array<ArrayBuffer>; readonly durationMs: number }> {
  const target = new BufferTarget();
  const output = new Output({ format: new OggOutputFormat(), target });
  const source = new EncodedAudioPacketSource('opus');
  output.addAudioTrack(source);
  await output.start();
  let seconds = 0;
  for (const part of parts) {
    const input = new Input({ formats: [WEBM], source: new BlobSource(part) });
    const track = await input.getPrimaryAudioTrack();
    const decoderConfig = (await track?.getDecoderConfig()) ?? null;
    // A part that was stopped before its first sound has no track.
    if (track === null || decoderConfig === null) continue;
    for await (const packet of new EncodedPacketSink(track).packets()) {
      await source.add(packet.clone({ timestamp: seconds }), { decoderConfig });
      seconds += packet.duration;
    }
    input.dispose();
  }
  await output.finalize();
  if (target.buffer === null || seconds === 0) throw new Error('Nothing was recorded');
  return { bytes: new Uint8Array(target.buffer), durationMs: Math.round(seconds * 1000) };
}
