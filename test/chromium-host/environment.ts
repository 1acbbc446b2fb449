// The host's settings and its debug line. Read once, before a test driver rewrites the arguments.
export const argv: readonly string[] = process.argv.slice(1);

const env = process.env;

export const settings = {
  headless: env['TRELLIS_HOST_HEADLESS'] === '1' || argv.includes('--headless'),
  debug: Boolean(env['TRELLIS_HOST_DEBUG']),
  /** A test driver holds the other end: nothing may reach the person's desktop. */
  driven: argv.some((arg) => arg.startsWith('--remote-debugging-port')),
  hasDisplay: Boolean(env['DISPLAY'] || env['WAYLAND_DISPLAY']),
};

export function debug(...parts: readonly unknown[]): void {
  if (settings.debug) process.stderr.write(`[chromium-host] ${parts.map(String).join(' ')}\n`);
}
