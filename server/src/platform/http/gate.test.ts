import { connect } from 'node:net';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { serviceOver } from './test-service.ts';

/** Sends the head of a request and one chunk of its body, and answers what comes back while the rest is still to be sent. */
function beginUpload(port: number, path: string, chunk: string): Promise<string> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1');
    const head = `POST ${path} HTTP/1.1\r\nHost: localhost\r\nContent-Type: multipart/form-data; boundary=x\r\nContent-Length: 10000000\r\n\r\n`;
    socket.on('error', reject);
    socket.once('data', (bytes) => {
      resolve(bytes.toString());
      socket.destroy();
    });
    socket.write(head + chunk);
  });
}

test('trust 28: an unknown caller is refused when a body of 10 MB has only begun to come', async () => {
  const { port } = await serviceOver(await freshDatabase());
  const answer = await beginUpload(port, '/rpc/secret', '--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n');
  expect(answer).toMatch(/^HTTP\/1\.1 401 /);
  expect(answer).toContain('"code":"UNAUTHENTICATED"');
});

test('trust 28: an unknown caller learns no field name, whatever is sent', async () => {
  const { post } = await serviceOver(await freshDatabase());
  for (const body of ['{}', 'garbage', `{"file":"${'x'.repeat(2_000_000)}"}`]) {
    const answer = await post('/rpc/secret', body);
    expect([answer.status, await answer.json()]).toEqual([
      401,
      { defined: true, code: 'UNAUTHENTICATED', status: 401, message: 'UNAUTHENTICATED' },
    ]);
  }
});
