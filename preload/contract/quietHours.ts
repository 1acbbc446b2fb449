// The hours of each day in which a computer announces nothing: the engine holds to them, the window says whether it is one of them.

/** Minutes since midnight; null for text that is no time of day. */
function minutesOf(text: unknown): number | null {
  const match = typeof text === 'string' ? /^([01]\d|2[0-3]):([0-5]\d)$/.exec(text) : null;
  return match === null ? null : Number(match[1]) * 60 + Number(match[2]);
}

/** `{on, from, to}` as `HH:MM` of this computer's clock; over midnight where `to` is not later. */
export function isQuietHour(quiet: unknown, nowMs: number): boolean {
  if (typeof quiet !== 'object' || quiet === null) return false;
  const { on, from: first, to: last } = quiet as Readonly<Record<string, unknown>>;
  const [from, to] = [minutesOf(first), minutesOf(last)];
  if (on !== true || from === null || to === null || from === to) return false;
  const date = new Date(nowMs);
  const now = date.getHours() * 60 + date.getMinutes();
  return from < to ? now >= from && now < to : now >= from || now < to;
}
