// What a loaded message says in one line, where the window makes that line itself: an answer that is being written, what is read aloud.
import type { z } from 'zod';
import type { MessageBody } from '../../preload/contract/models';
import { plainLine } from '../../preload/contract/plainLine';

/** Of a file its caption or its name; empty for a message that was deleted. */
export function messageLine(body: z.infer<typeof MessageBody>): string {
  if ('media' in body) return body.caption ?? body.media.fileName;
  if ('html' in body) return plainLine(body.text, body.html);
  return 'text' in body ? body.text : '';
}
