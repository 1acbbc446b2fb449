// app.commandLine: the switches Chromium will be started with.
import { argv } from '../environment.ts';
import { namespace } from '../guard.ts';

const merged = new Set(['enable-features', 'disable-features', 'enable-blink-features']);
const appended = new Map<string, string>();

function fromArgv(name: string): string | null {
  const found = argv.find((arg) => arg === `--${name}` || arg.startsWith(`--${name}=`));
  return found === undefined ? null : found.split('=').slice(1).join('=');
}

export const commandLine = namespace('app.commandLine', {
  appendSwitch(name: string, value = ''): void {
    const before = merged.has(name) ? appended.get(name) : undefined;
    appended.set(name, before ? `${before},${value}` : String(value));
  },
  appendArgument(): void {
    // plain arguments mean nothing to a Chromium without a first window
  },
  removeSwitch(name: string): void {
    appended.delete(name);
  },
  hasSwitch(name: string): boolean {
    return appended.has(name) || fromArgv(name) !== null;
  },
  getSwitchValue(name: string): string {
    return appended.get(name) ?? fromArgv(name) ?? '';
  },
});

export function takeSwitches(): Map<string, string> {
  return new Map(appended);
}
