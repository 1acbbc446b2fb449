// Uploads a picture in clear, as pictures of people and rooms are, encrypted rooms too. Must not take anything that no window shows.
import { appFailure } from '#contract/wire/errors';
import { isShown } from '#contract/shownTypes';
import { textOf } from '#stores/events/types';
import { broken } from '../base/unexpected';
import type { CallParts } from './parts';

/** Answers its `mxc:` address. @throws AppFailure `bad_request` for anything that is no picture */
export async function uploadPicture(media: CallParts['media'], ticket: string): Promise<string> {
  const { content, attachment, release } = await media.prepare(ticket, null, false);
  try {
    const { mimeType } = attachment.staged;
    if (!isShown(mimeType) || !mimeType.startsWith('image/'))
      throw appFailure('bad_request', 'Not a picture that is shown');
    const act = { localKey: `picture ${ticket}`, content, attachment: { ...attachment } };
    const uploaded = await media.uploads.upload(act, new AbortController().signal);
    const url = textOf(uploaded['url']);
    if (url === null) throw broken('An upload in clear has no address');
    return url;
  } finally {
    release();
  }
}
