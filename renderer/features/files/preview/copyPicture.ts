// A picture on the clipboard, as PNG: what every program takes.

async function asPng(url: string): Promise<Blob> {
  const answer = await fetch(url);
  if (!answer.ok) throw new Error('not here');
  const bitmap = await createImageBitmap(await answer.blob());
  const canvas = new OffscreenCanvas(bitmap.width, bitmap.height);
  canvas.getContext('2d')?.drawImage(bitmap, 0, 0);
  bitmap.close();
  return canvas.convertToBlob({ type: 'image/png' });
}

/** After a press. False when the picture cannot be read or the system refuses. */
export async function copyPicture(url: string): Promise<boolean> {
  try {
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': asPng(url) })]);
    return true;
  } catch {
    return false;
  }
}
