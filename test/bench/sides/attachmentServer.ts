// R11: takes and gives files as fast as it can, in a process of its own. Answers an upload with the hash of what came, so that a side can
// show that it sent what it says. node attachmentServer.js; prints its port.
import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const server = createServer((request, response) => {
  const { method, url = '' } = request;
  if (method === 'GET') {
    const path = Buffer.from(new URL(url, 'http://x').pathname.split('/').at(-1) ?? '', 'hex');
    createReadStream(path.toString(), { highWaterMark: 1 << 20 }).pipe(response);
    return;
  }
  const hash = createHash('sha256');
  request.on('data', (part: Buffer) => hash.update(part));
  request.on('end', () => {
    const answer = { content_uri: `mxc://bench/${hash.digest('hex')}` };
    response.end(JSON.stringify(answer));
  });
});
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`);
});
process.on('disconnect', () => process.exit(0));
