// The lock behind app.requestSingleInstanceLock: a file with the owner's number, and a socket that carries the
// second start's arguments to the first. Synchronous, as in Electron.
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import net from 'node:net';
import os from 'node:os';
import path from 'node:path';

interface Start {
  argv: string[];
  cwd: string;
  data: unknown;
}

const sender = `
const socket = require('node:net').connect(process.argv[1], () => socket.end(process.argv[2]));
socket.on('error', () => process.exit(1));`;

function socketPath(folder: string): string {
  // the folder may be too long for a socket's name
  const name = createHash('sha256').update(path.resolve(folder)).digest('hex').slice(0, 24);
  return path.join(os.tmpdir(), `chromium-host-${name}.sock`);
}

function isRunning(pidFile: string): boolean {
  try {
    const pid = Number(fs.readFileSync(pidFile, 'utf8'));
    return pid > 0 && pid !== process.pid && process.kill(pid, 0);
  } catch {
    return false;
  }
}

/** @returns false where another instance holds the folder; that one has then been told */
export function takeLock(folder: string, data: unknown, onSecond: (start: Start) => void): boolean {
  fs.mkdirSync(folder, { recursive: true });
  const pidFile = path.join(folder, 'chromium-host.pid');
  const socket = socketPath(folder);
  if (isRunning(pidFile)) {
    const start: Start = { argv: process.argv, cwd: process.cwd(), data };
    const told = spawnSync(process.execPath, ['-e', sender, socket, JSON.stringify(start)]);
    if (told.status === 0) return false; // else its number now belongs to another program
  }
  fs.writeFileSync(pidFile, String(process.pid));
  fs.rmSync(socket, { force: true });
  const server = net.createServer((connection) => {
    let text = '';
    connection.on('data', (chunk: Buffer) => (text += chunk.toString()));
    connection.on('end', () => onSecond(JSON.parse(text) as Start));
  });
  server.listen(socket).unref();
  process.on('exit', () => {
    fs.rmSync(pidFile, { force: true });
    fs.rmSync(socket, { force: true });
  });
  return true;
}
