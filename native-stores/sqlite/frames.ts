// The frames of a stack for a log line. The text of an error never gets in: it may hold a message, a name or a path of the user's.

const mostFrames = 12;

/** `name (file:line:column)` of one line of a stack; folders are left out, they name the user. */
function frameOf(line: string): string | null {
  const match = /^\s*at (?:(.*) \()?(.*?)\)?$/.exec(line);
  if (match === null) return null;
  const [, name, location = ''] = match;
  const place = location.split(/[\\/]/).at(-1) ?? '';
  return name === undefined ? place : `${name} (${place})`;
}

/** The innermost frames, joined to one line; '' for what is no error. */
export function framesOf(thrown: unknown): string {
  if (!(thrown instanceof Error) || typeof thrown.stack !== 'string') return '';
  const { stack, message } = thrown;
  const textAt = message === '' ? -1 : stack.indexOf(message);
  const after = textAt === -1 ? stack : stack.slice(textAt + message.length);
  const frames = after.split('\n').flatMap((line) => frameOf(line) ?? []);
  return frames.slice(0, mostFrames).join(' < ');
}

/** The error's name, with its code where it has one. */
export function kindOf(thrown: unknown): string {
  if (!(thrown instanceof Error)) return typeof thrown;
  const code = 'code' in thrown && typeof thrown.code === 'string' ? thrown.code : '';
  return /^\w+$/.test(code) ? `${thrown.name} ${code}` : thrown.name;
}
