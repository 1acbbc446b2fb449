// Takes the mails of a homeserver on loopback, as far as SMTP goes between two programs of one computer, and keeps them for the test.
import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { eventually } from './eventually';

export interface MailSink {
  readonly port: number;
  /** Configuration of the homeserver that sends its mails here. */
  readonly config: Readonly<Record<string, unknown>>;
  /** The links in the mails that came, in order. */
  linksTo(address: string): string[];
  /** Waits for the mail number `count`, and answers its link. */
  link(address: string, count?: number): Promise<string>;
  close(): Promise<void>;
}

interface Mail {
  readonly to: string;
  readonly text: string;
}

/** A body as it was before it was made fit for the way. */
function decoded(source: string): string {
  return source.split(/\r\n--[^\r\n]+/).reduce((text, part) => {
    const [head = '', ...rest] = part.split('\r\n\r\n');
    const body = rest.join('\r\n\r\n');
    if (/base64/i.test(head)) return text + Buffer.from(body, 'base64').toString('utf8');
    const joined = /quoted-printable/i.test(head)
      ? body
          .replace(/=\r\n/g, '')
          .replace(/=([0-9A-F]{2})/g, (_, hex: string) => String.fromCharCode(parseInt(hex, 16)))
      : body;
    return text + joined;
  }, '');
}

function talk(socket: Socket, take: (mail: Mail) => void): void {
  let waiting = '';
  let to = '';
  let body: string | null = null;
  const say = (line: string): void => void socket.write(`${line}\r\n`);
  const hear = (line: string): void => {
    if (body !== null) {
      if (line !== '.') body += `${line.replace(/^\.\./, '.')}\r\n`;
      else {
        take({ to, text: decoded(body) });
        body = null;
        say('250 taken');
      }
      return;
    }
    const verb = line.slice(0, 4).toUpperCase();
    if (verb === 'RCPT') to = /<([^>]*)>/.exec(line)?.[1] ?? '';
    if (verb === 'DATA') body = '';
    if (verb === 'QUIT') {
      say('221 bye');
      socket.end();
    } else say(verb === 'DATA' ? '354 go on' : '250 ok');
  };
  socket.setEncoding('utf8');
  socket.on('error', () => socket.destroy());
  socket.on('data', (data) => {
    waiting += String(data);
    const lines = waiting.split('\r\n');
    waiting = lines.pop() ?? '';
    lines.forEach(hear);
  });
  say('220 sink ESMTP');
}

export async function startMailSink(): Promise<MailSink> {
  const mails: Mail[] = [];
  const linksTo = (address: string): string[] =>
    mails
      .filter(({ to }) => to === address)
      .map(({ text }) => /https?:\/\/[^\s"<>]*submit_token[^\s"<>]*/.exec(text)?.[0] ?? '')
      .map((link) => link.replaceAll('&amp;', '&'));
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    talk(socket, (mail) => mails.push(mail));
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    port,
    config: {
      email: {
        ...{ smtp_host: '127.0.0.1', smtp_port: port, enable_tls: false },
        notif_from: 'Server <server@localhost>',
      },
    },
    linksTo,
    link: async (address, count = 1) => {
      await eventually(`mail ${count} to ${address}`, () => linksTo(address).length >= count);
      return linksTo(address)[count - 1] ?? '';
    },
    close: async () => {
      sockets.forEach((socket) => socket.destroy());
      server.close();
      await once(server, 'close');
    },
  };
}

/** Opens the link like a user, and presses the button of the page where there is one. */
export async function openLink(link: string): Promise<void> {
  const page = await fetch(link);
  const text = await page.text();
  if (!page.ok) throw new Error(`The link answers ${page.status}: ${text.slice(0, 200)}`);
  if (!/<form[^>]*method="post"/i.test(text)) return;
  const { origin, pathname, searchParams } = new URL(link);
  const pressed = await fetch(origin + pathname, { method: 'POST', body: searchParams });
  if (!pressed.ok) throw new Error(`The page answers ${pressed.status}`);
}
