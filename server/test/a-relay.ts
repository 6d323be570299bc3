import type { AddressInfo } from 'node:net';
import type { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import PostalMime, { type Email } from 'postal-mime';
import { SMTPServer } from 'smtp-server';
import { onTestFinished } from 'vitest';

/** A relay that keeps what it is given; it turns the first `failures` messages away. */
export async function aRelay(failures = 0) {
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
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  return { received, url: `smtp://127.0.0.1:${(server.server.address() as AddressInfo).port}` };
}
