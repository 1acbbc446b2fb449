// The messages between the host, a page's isolated world and a utility process: a small header and a text (codec.ts).

/**
 * `i` invoke, `s` send, `r` reply, `m` port message, `c` port closed, `a` question of the page to the host,
 * `f` paths of files.
 */
export interface Frame {
  t: 'i' | 's' | 'r' | 'm' | 'c' | 'a' | 'f';
  id?: number;
  ch?: string;
  ok?: boolean;
  port?: string;
  ports?: string[];
  /** Length of the text that follows, where frames are joined. */
  n?: number;
}

export type PostFrame = (frame: Frame, text: string) => void;

/** Splits what `joinFrame` made, in order. */
export function splitFrames(joined: string, each: PostFrame): void {
  for (let at = 0; at < joined.length;) {
    const end = joined.indexOf('\n', at);
    const frame = JSON.parse(joined.slice(at, end)) as Frame;
    const next = end + 1 + (frame.n ?? 0);
    each(frame, joined.slice(end + 1, next));
    at = next;
  }
}

export function joinFrame(frame: Frame, text: string): string {
  return `${JSON.stringify({ ...frame, n: text.length })}\n${text}`;
}
