import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';

/**
 * Starts a mail server that refuses the first `failures` messages and stores all others. Port 0 means any free port.
 */
export async function startRelay({ failures = 0, port = 0 } = {}) {
  const received: Email[] = [];
  let refusals = failures;
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, _session, done) => keep(stream, done),
  });
  async function keep(stream: Readable, done: (error?: Error) => void): Promise<void> {
    const bytes = await buffer(stream);
    if (refusals-- > 0) return done(Object.assign(new Error('try later'), { responseCode: 451 }));
    received.push(await PostalMime.parse(bytes));
    done();
  }
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', () => resolve()));
  const stop = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { received, stop, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}
