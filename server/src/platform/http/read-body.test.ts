import { createServer, type IncomingMessage, request } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, onTestFinished, test } from 'vitest';
import { letGoOfBody } from './read-body.ts';

const MB = 1024 * 1024;

/**
 * Starts a server, and sends the body to it. The server refuses the body with status 413 after `wait_ms`, and does not
 * read it before that. Afterwards `letGoOfBody` discards the body. Resolves with the request as the server received it,
 * once the client has the response.
 */
async function refuse(body: Buffer, wait_ms: number): Promise<IncomingMessage> {
  const arrived = Promise.withResolvers<IncomingMessage>();
  const server = createServer(async (req, res) => {
    letGoOfBody({ req, res });
    arrived.resolve(req);
    await pause(wait_ms);
    res.writeHead(413).end('too long');
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close().closeAllConnections());
  await new Promise((resolve) => server.once('listening', resolve));
  const { port } = server.address() as AddressInfo;
  const status = await new Promise((resolve, reject) => {
    const sent = request({ port, method: 'POST', headers: { 'content-length': body.length } }, (answer) => {
      answer.resume();
      resolve(answer.statusCode);
    });
    sent.once('error', reject);
    sent.end(body);
  });
  expect(status).toBe(413);
  return arrived.promise;
}

test.each([
  ['at once', 0],
  ['after the first buffer has filled', 100],
])('a large body that was refused %s is discarded slowly', async (_, wait_ms) => {
  const req = await refuse(Buffer.alloc(10 * MB), wait_ms);
  await pause(300);
  expect(req.complete).toBe(false);
  expect(req.socket.bytesRead).toBeLessThan(4 * MB);
});

test('a body of usual size that was refused is discarded at once, and the connection stays open', async () => {
  const req = await refuse(Buffer.alloc(MB), 0);
  await expect.poll(() => req.complete, { timeout: 3000 }).toBe(true);
  expect(req.socket.destroyed).toBe(false);
});
