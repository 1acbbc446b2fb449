// Opens what a call begins with: without a camera it is a call all the same, and is told so.

interface Media {
  getUserMediaStream(audio: boolean, video: boolean): Promise<MediaStream>;
}

/** @param noCamera what the browser said of it; a microphone that cannot be opened is thrown */
export async function openMedia(
  media: Media,
  audio: boolean,
  video: boolean,
  noCamera: (error: unknown) => void,
): Promise<MediaStream> {
  let failure: unknown = new DOMException('There is none', 'NotFoundError');
  const stream = await media.getUserMediaStream(audio, video).catch((thrown: unknown) => {
    if (!audio || !video) throw thrown;
    failure = thrown;
    return media.getUserMediaStream(true, false);
  });
  if (video && stream.getVideoTracks().length === 0) noCamera(failure);
  return stream;
}
