import { connect, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import type { SignedIn } from './caller.ts';
import { serviceOver } from './test-service.ts';

const aService = async () => serviceOver(await freshDatabase());
const alice: SignedIn = {
  kind: 'user',
  userId: 'alice',
  role: 'patient',
  secondFactor: false,
  sessionId: 's1',
  language: 'en',
};
const MB = 1024 * 1024;
const FILE = '--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n';
const field = (at: number) => `--x\r\nContent-Disposition: form-data; name="f${at}"\r\n\r\n\r\n`;

/** Sends the beginning of a form and never the rest. The server therefore responds before it has the whole body. */
function begin(port: number, path: string, length: number): { socket: Socket; answer: Promise<string> } {
  const socket = connect(port, '127.0.0.1');
  const answer = new Promise<string>((resolve, reject) => {
    socket.once('error', reject).once('data', (bytes) => resolve(bytes.toString()));
  });
  answer.catch(() => {});
  socket.write(
    `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: ${length}\r\n\r\n`,
  );
  return { socket, answer };
}

test('trust 28: an unknown caller is refused when a body of 10 MB has only begun to arrive', async () => {
  const { port } = await aService();
  const { socket, answer } = begin(port, '/rpc/secret', 10 * MB);
  socket.write(FILE);
  expect(await answer).toMatch(/^HTTP\/1\.1 401 [^]*"code":"UNAUTHENTICATED"/);
  socket.destroy();
});

test('trust 28: an unknown caller gets the same refusal without a field name for any body', async () => {
  const { post } = await aService();
  for (const body of ['{}', 'garbage', `{"file":"${'x'.repeat(2_000_000)}"}`]) {
    const answer = await post('/rpc/secret', body);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { defined: true, code: 'UNAUTHENTICATED', status: 401, message: 'UNAUTHENTICATED' },
    ]);
  }
});

test('an upload with too many fields is refused at the first excess field, before the upload has ended', async () => {
  const { port, base, session } = await aService();
  session.caller = alice;
  const { socket, answer } = begin(port, '/rpc/secret', 10 * MB);
  socket.write(field(1) + field(2) + field(3));
  expect(await answer).toMatch(/^HTTP\/1\.1 413 [^]*"code":"TOO_LONG"/);
  socket.destroy();
  const body = `${Array.from({ length: 100_000 }, (_, at) => field(at)).join('')}--x--\r\n`;
  const headers = { 'content-type': 'multipart/form-data; boundary=x' };
  expect((await fetch(`${base}/rpc/secret`, { method: 'POST', body, headers })).status).toBe(413);
});

test('an upload is refused if a header, a field or the boundary in it is too long', async () => {
  const { base, session } = await aService();
  session.caller = alice;
  const send = async (body: string, boundary = 'x') => {
    const headers = { 'content-type': `multipart/form-data; boundary=${boundary}` };
    return (await fetch(`${base}/rpc/secret`, { method: 'POST', body, headers })).status;
  };
  expect(await send(`--x\r\nX-Long: ${'y'.repeat(100_000)}\r\n\r\n\r\n--x--\r\n`)).toBe(413);
  expect(
    await send(`--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n${'y'.repeat(20_000)}\r\n--x--\r\n`),
  ).toBe(413);
  expect(await send(`${FILE}picture\r\n--x--\r\n`)).toBe(200);
  expect(await send(`${FILE}picture\r\n`)).toBe(400);
  expect(await send('', 'y'.repeat(71))).toBe(400);
});

test('all uploads together use limited memory, and a broken connection frees its share', async () => {
  const { port, session, get } = await aService();
  const held: Socket[] = [];
  // Each of the two accounts sends 24 MB of a larger body and never sends the rest.
  for (const userId of ['alice', 'bob']) {
    session.caller = { ...alice, userId };
    const { socket } = begin(port, '/rpc/secret', 25 * MB);
    socket.write(FILE);
    socket.write(Buffer.alloc(24 * MB));
    held.push(socket);
    while (socket.writableLength > 0) await sleep(10);
  }
  session.caller = { ...alice, userId: 'carol' };
  const upload = async (): Promise<string> => {
    const { socket, answer } = begin(port, '/rpc/secret', 20 * MB);
    socket.write(FILE);
    const end = '\r\n--x--\r\n';
    socket.write(Buffer.alloc(20 * MB - FILE.length - end.length));
    socket.write(end);
    const said = await answer;
    socket.destroy();
    return said.slice(9, 12);
  };
  const patience = { timeout: 20_000, interval: 100 };
  await expect.poll(upload, patience).toBe('503');
  for (const socket of held) socket.destroy();
  await expect.poll(upload, patience).toBe('200');
  expect(await (await get('/readyz')).json()).toMatchObject({ faults: 0, unavailable: 0 });
}, 60_000);
