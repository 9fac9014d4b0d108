import { once } from 'node:events';
import type { AddressInfo, Socket } from 'node:net';
import net from 'node:net';
import { SMTPServer, type SMTPServerOptions } from 'smtp-server';

/** An email that the server received. */
export interface TakenEmail {
  readonly from: string;
  readonly to: string[];
  /** The raw message, beginning with its headers. */
  readonly source: string;
}

/** A real SMTP server on loopback. */
export interface MailServer {
  readonly url: string;
  readonly emails: TakenEmail[];
  stop(): Promise<void>;
}

/** Starts an SMTP server; `options` make it refuse what a test needs. Port 0 takes a free one. */
export async function startMailServer(options: SMTPServerOptions = {}, port = 0): Promise<MailServer> {
  const emails: TakenEmail[] = [];
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    logger: false,
    onData: (stream, session, done) => {
      const chunks: Buffer[] = [];
      stream.on('data', (chunk: Buffer) => chunks.push(chunk));
      stream.on('end', () => {
        const { mailFrom, rcptTo } = session.envelope;
        emails.push({
          from: mailFrom === false ? '' : mailFrom.address,
          to: rcptTo.map(({ address }) => address),
          source: Buffer.concat(chunks).toString('utf8'),
        });
        done(null, 'queued as 4F2A');
      });
    },
    ...options,
  });
  server.on('error', () => undefined);
  const listening = server.listen(port, '127.0.0.1');
  await once(listening, 'listening');
  return {
    url: `smtp://127.0.0.1:${(listening.address() as AddressInfo).port}`,
    emails,
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  };
}

/** Starts a plain TCP server, for behaviour that no real mail server has. */
export async function startBareServer(talk: (socket: Socket) => void): Promise<MailServer> {
  const sockets = new Set<Socket>();
  const server = net.createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => undefined);
    socket.on('close', () => sockets.delete(socket));
    talk(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `smtp://127.0.0.1:${(server.address() as AddressInfo).port}`,
    emails: [],
    stop: async () => {
      for (const socket of sockets) socket.destroy();
      server.close();
      await once(server, 'close');
    },
  };
}

/**
 * A server that receives an email completely, and hangs up before it confirms; `onTaken` is called for each.
 */
export function dropsAfterData(onTaken: (source: string) => void): (socket: Socket) => void {
  return (socket) => {
    let isData = false;
    let source = '';
    socket.setEncoding('utf8');
    socket.write('220 drops ESMTP\r\n');
    socket.on('data', (text: string) => {
      if (isData) {
        source += text;
        if (!source.endsWith('\r\n.\r\n')) return;
        onTaken(source);
        socket.destroy();
        return;
      }
      for (const line of text.split('\r\n').filter((command) => command !== '')) {
        isData ||= /^DATA/i.test(line);
        socket.write(isData ? '354 go on\r\n' : '250 ok\r\n');
      }
    });
  };
}
