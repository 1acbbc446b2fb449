// Pictures that belong to no message: of people and of packs. They go up in clear, as everybody who may see them reads them.
import { isShown } from '#contract/shownTypes';
import { appFailure } from '#contract/wire/errors';
import { isRecord, textOf } from '#stores/events/types';
import { broken } from '../base/unexpected';
import type { Media } from './media';

export interface UploadedPicture {
  /** `mxc://…` */
  readonly url: string;
  /** Its type, its bytes, and its sides where they were given. */
  readonly info: Readonly<Record<string, unknown>>;
}

/** Uses up the ticket. @throws AppFailure `bad_request` for a file that is no picture of a type that is shown */
export async function uploadPicture(
  media: Pick<Media, 'prepare' | 'uploads'>,
  ticket: string,
  size: { readonly width: number; readonly height: number } | null = null,
): Promise<UploadedPicture> {
  const preview =
    size === null ? null : { ...size, durationMs: null, blurhash: null, thumbnail: null };
  const { content, attachment, release } = await media.prepare(ticket, preview, false);
  try {
    const { mimeType } = attachment.staged;
    if (!isShown(mimeType) || !mimeType.startsWith('image/'))
      throw appFailure('bad_request', 'Not a picture that is shown');
    const act = { localKey: `picture ${ticket}`, content, attachment: { ...attachment } };
    const uploaded = await media.uploads.upload(act, new AbortController().signal);
    const url = textOf(uploaded['url']);
    if (url === null) throw broken('An upload in clear has no address');
    return { url, info: isRecord(content['info']) ? content['info'] : {} };
  } finally {
    release();
  }
}
