import { connect } from 'node:net';
import { PATIENCE } from '#server/platform/http/create-http-server.ts';
import { atMost, type Check } from '../check.ts';
import { aPerson } from '../load.ts';
import type { Stand } from '../stand.ts';
import { readChecks, readUntilDone } from './other-reader.ts';

const PROMPT_MS = 500;
/** Milliseconds added to the service's own limits, because a busy machine closes connections later. */
const SPARE_MS = 3_000;
const HEADERS_MS = PATIENCE.headers_ms + PATIENCE.look_every_ms + SPARE_MS;
const BODY_MS = PATIENCE.request_ms + PATIENCE.look_every_ms + SPARE_MS;

/** Opens clients that send one byte of their headers or body every half second, while a normal reader reads. */
export async function slowClients(stand: Stand, { clients }: { clients: number }): Promise<Check[]> {
  const { browser } = await aPerson(stand);
  const port = Number(new URL(stand.service.origin).port);
  const headers = Array.from({ length: clients }, () =>
    drip(port, 'POST /rpc/who_am_i HTTP/1.1\r\nHost: localhost\r\nX: '),
  );
  const body =
    'POST /rpc/who_am_i HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: 9000\r\n\r\n"';
  const bodies = Array.from({ length: clients }, () => drip(port, body));
  const all = Promise.all([Promise.all(headers), Promise.all(bodies)]);
  const { result, reads } = await readUntilDone(all, () => browser.post('/rpc/who_am_i'));
  const [byHeaders, byBodies] = result;
  return [
    atMost(`${clients} that drip headers, until the last is sent away`, Math.max(...byHeaders), HEADERS_MS, ' ms'),
    atMost(`${clients} that drip a body, until the last is sent away`, Math.max(...byBodies), BODY_MS, ' ms'),
    ...readChecks(reads, PROMPT_MS),
  ];
}

/** Returns the number of milliseconds for which the service let the client send. */
async function drip(port: number, begin: string): Promise<number> {
  const begun = performance.now();
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.resume().write(begin);
  const dripping = setInterval(() => socket.write('x'), 500);
  await new Promise((resolve) => socket.on('close', resolve));
  clearInterval(dripping);
  return performance.now() - begun;
}
