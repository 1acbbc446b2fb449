// A still of what a camera shows. A JPEG made here says nothing of the place, the device or the time.

const quality = 0.92;

/** Null while the camera has shown nothing yet. */
export async function stillOf(video: HTMLVideoElement): Promise<Blob | null> {
  const { videoWidth: width, videoHeight: height } = video;
  if (width === 0 || height === 0) return null;
  const canvas = new OffscreenCanvas(width, height);
  const context = canvas.getContext('2d');
  if (context === null) return null;
  context.drawImage(video, 0, 0, width, height);
  return canvas.convertToBlob({ type: 'image/jpeg', quality });
}
