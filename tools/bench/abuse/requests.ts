import { Agent, request } from 'node:http';
import { connect, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import type { Order } from './order.ts';

/**
 * Receives the outcome of each request: the status of the answer, `none` for a request without an answer, or `cut` for
 * a broken connection. An attack whose requests never end also reports `open` once, when the attack is over.
 */
export type Tell = (status: string) => void;

export interface Shot {
  readonly path: string;
  readonly type?: string;
  readonly body?: Buffer;
  readonly method?: string;
  /** The attacker's account. Absent for a visitor. */
  readonly account?: number;
  readonly address: number;
}

const PATIENCE_MS = 30_000;
/**
 * The maximum number of calls of one attack. The service refuses some calls so quickly that an attack limited by time
 * alone would send far more.
 */
const MOST_CALLS = 30_000;
const agent = new Agent({ keepAlive: true, maxSockets: 400 });

/** Sends requests for `order.seconds`, with `atOnce` of them open at a time. */
export async function flood(order: Order, atOnce: number, shoot: (n: number) => Shot, tell: Tell): Promise<void> {
  const end = Date.now() + order.seconds * 1000;
  let sent = 0;
  const goOn = async (): Promise<void> => {
    while (Date.now() < end && sent < MOST_CALLS) {
      tell(await fire(order, shoot(sent++)));
      // Like a browser, the attacker pauses briefly before the next request.
      await pause(5);
    }
  };
  await Promise.all(Array.from({ length: atOnce }, goOn));
}

/** Sends a request and returns the status of the answer. Never rejects. */
export function fire({ port, cookies, addresses }: Order, shot: Shot): Promise<string> {
  const { path, body, method = 'POST', type = 'application/json' } = shot;
  const headers = {
    origin: `http://127.0.0.1:${port}`,
    'x-forwarded-for': addresses[shot.address % addresses.length] ?? '',
    ...(shot.account !== undefined && { cookie: cookies[shot.account % cookies.length] ?? '' }),
    ...(body && { 'content-type': type, 'content-length': body.length }),
  };
  return new Promise((resolve) => {
    const req = request({ host: '127.0.0.1', port, path, method, headers, agent, timeout: PATIENCE_MS }, (res) => {
      res.resume();
      res.once('end', () => resolve(String(res.statusCode)));
      // The service may answer and close the connection before it has read the whole body. The answer may then be cut
      // off, but its status counts.
      res.once('error', () => resolve(String(res.statusCode)));
    });
    req.once('timeout', () => {
      resolve('none');
      req.destroy();
    });
    req.once('error', () => resolve('cut'));
    req.end(body);
  });
}

/** Opens a connection to which the attack writes bytes directly. */
export function open(port: number, text: string): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {});
  socket.write(text);
  return socket;
}
