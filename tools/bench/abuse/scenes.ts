import type { Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import sharp from 'sharp';
import type { Order } from './order.ts';
import { flood, open, type Shot, type Tell } from './requests.ts';

/** One way to overload the service. */
export interface Scene {
  readonly name: string;
  readonly says: string;
  /**
   * The maximum number of calls that the rate limits let through. The service refuses all others with 401, 413, 428,
   * 429 or 503.
   */
  readonly served: number;
  run(order: Order, tell: Tell): Promise<void>;
}

const MB = 1024 * 1024;
/** The boundary is as long as in forms from browsers. Some parsers do not recognise a form with a shorter boundary. */
const BORDER = `abuse${'0'.repeat(30)}`;
const FORM = `multipart/form-data; boundary=${BORDER}`;
const HOSTILE = '@4$5|1!0'.repeat(16);
const json = (value: unknown): Buffer => Buffer.from(JSON.stringify(value));

const shots = (
  name: string,
  says: string,
  served: number,
  atOnce: number,
  shoot: (n: number, order: Order) => Shot,
): Scene => ({
  name,
  says,
  served,
  run: (order, tell) => flood(order, atOnce, (n) => shoot(n, order), tell),
});

/** Returns a form body of ten megabytes of empty fields. */
function emptyFields(): Buffer {
  const field = `--${BORDER}\r\nContent-Disposition: form-data; name="a"\r\n\r\n\r\n`;
  return Buffer.from(`${field.repeat(Math.floor((10 * MB) / field.length))}--${BORDER}--\r\n`);
}

function withFile(bytes: Buffer): Buffer {
  const field = (name: string, value: string) =>
    `--${BORDER}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`;
  const head = `--${BORDER}\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\nContent-Type: image/jpeg\r\n\r\n`;
  const fields = field('pose', 'front') + field('is_verified', 'true');
  return Buffer.concat([Buffer.from(fields + head), bytes, Buffer.from(`\r\n--${BORDER}--\r\n`)]);
}

/**
 * Returns an image of 48 megapixels that must be rotated. To rotate it, the service needs the whole image in memory.
 */
const hugePicture = (): Promise<Buffer> =>
  sharp({ create: { width: 8000, height: 6000, channels: 3, background: '#c09080' } })
    .jpeg({ quality: 40 })
    .withMetadata({ orientation: 6 })
    .toBuffer();

const signUp = (n: number) =>
  json({
    email: `abuse-${process.pid}-${n}@example.org`,
    password: HOSTILE,
    first_name: 'A',
    last_name: 'B',
    phone: '+33 612345678',
  });

/**
 * The attacks. The numbers in `served` follow from the limits of the service. In an hour, each of forty addresses may
 * try twenty links and sign up 120 times, and each of eight accounts may request twenty exports. Each account may have
 * twenty live streams open at a time.
 */
export const scenes: readonly Scene[] = [
  {
    name: 'multipart',
    says: '10 MB of empty fields, nobody signed in',
    served: 0,
    async run(order, tell) {
      const body = emptyFields();
      await flood(order, 8, (n) => ({ path: '/rpc/upload_my_avatar', type: FORM, body, address: n }), tell);
    },
  },
  {
    name: 'multipart by accounts',
    says: '10 MB of empty fields from eight accounts',
    served: 0,
    async run(order, tell) {
      const body = emptyFields();
      await flood(order, 8, (n) => ({ path: '/rpc/upload_my_avatar', type: FORM, body, address: n, account: n }), tell);
    },
  },
  shots(
    'long passwords',
    'a reset with a link that nobody was sent, and the password that costs most',
    800,
    16,
    (n) => ({
      path: '/api/auth/reset-password',
      body: json({ token: `nothing-${n}`, newPassword: HOSTILE }),
      address: n,
    }),
  ),
  shots('sign-up storm', 'new accounts with that password, from forty addresses', 4800, 16, (n) => ({
    path: '/api/auth/sign-up/email',
    body: signUp(n),
    address: n,
  })),
  shots('sign-in storm', 'wrong passwords for different accounts', 0, 16, (n) => ({
    path: '/api/auth/sign-in/email',
    body: json({ email: `nobody-${n}@example.org`, password: 'wrong-tulipe-nuage' }),
    address: n,
  })),
  shots('papers', 'the same plan as PDF, again and again', 40, 8, (n, { caseId }) => ({
    path: '/rpc/get_plan_document',
    body: json({ case_id: caseId, language: n % 2 ? 'fr' : 'en' }),
    address: n,
    account: 0,
  })),
  shots('exports', 'copies of everything, from eight accounts', 160, 8, (n) => ({
    path: '/rpc/request_my_export',
    body: json({}),
    address: n,
    account: n,
  })),
  shots(
    'deep search',
    'frequent words in all kinds, fifty results, from eight accounts and forty addresses',
    960,
    24,
    (n) => ({
      path: '/rpc/search_community',
      body: json({ q: ['skin', 'laser sunscreen', 'skin laser'][n % 3], kind: n % 2 ? 'all' : 'posts', limit: 50 }),
      address: n,
      account: n,
    }),
  ),
  {
    name: 'half-open sockets',
    says: '300 connections that send one letter of a header each second',
    served: 1,
    run: (order, tell) => drip(order, 300, 'GET / HTTP/1.1\r\n', tell),
  },
  {
    name: 'slow bodies',
    says: '60 uploads of 25 MB that send one letter each second',
    served: 1,
    run: (order, tell) => {
      const head = `POST /rpc/upload_my_avatar HTTP/1.1\r\nHost: x\r\nOrigin: http://127.0.0.1:${order.port}\r\nCookie: ${order.cookies[0]}\r\nContent-Type: ${FORM}\r\nContent-Length: ${25 * MB}\r\n\r\n`;
      return drip(order, 60, head, tell);
    },
  },
  {
    name: 'image decode storm',
    says: 'photos of 48 megapixels that lie on their side, sixteen at once',
    served: 20,
    async run(order, tell) {
      const body = withFile(await hugePicture());
      const shot = { path: '/rpc/upload_user_photo', type: FORM, body, account: 0 };
      await flood(order, 16, (n) => ({ ...shot, address: n }), tell);
    },
  },
  {
    name: 'huge JSON',
    says: 'a megabyte of brackets, from eight accounts',
    served: 0,
    async run(order, tell) {
      const body = Buffer.from(`{"answers":${'['.repeat(500_000)}${']'.repeat(500_000)}}`);
      await flood(order, 8, (n) => ({ path: '/rpc/insert_answers', body, address: n, account: n }), tell);
    },
  },
  {
    name: 'event-stream storm',
    says: 'live streams without end, from eight accounts',
    served: 160,
    async run(order, tell) {
      const sockets: Socket[] = [];
      const end = Date.now() + order.seconds * 1000;
      for (let n = 0; Date.now() < end; n++) {
        const cookie = order.cookies[n % order.cookies.length];
        const address = order.addresses[n % order.addresses.length];
        const socket = open(
          order.port,
          `GET /api/events HTTP/1.1\r\nHost: x\r\nCookie: ${cookie}\r\nX-Forwarded-For: ${address}\r\n\r\n`,
        );
        socket.once('data', (bytes) => tell(bytes.toString().split(' ')[1] ?? 'none'));
        sockets.push(socket);
        await pause(5);
      }
      for (const socket of sockets) socket.destroy();
    },
  },
];

/** Opens connections with requests that never end. If the service closes a connection, another one is opened. */
async function drip(order: Order, count: number, begin: string, tell: Tell): Promise<void> {
  const end = Date.now() + order.seconds * 1000;
  const sockets: Socket[] = [];
  const openOne = (): void => {
    const socket = open(order.port, begin);
    socket.once('data', (bytes) => tell(bytes.toString().split(' ')[1] ?? 'none'));
    socket.once('close', () => Date.now() < end && setTimeout(openOne, 50));
    sockets.push(socket);
  };
  for (let n = 0; n < count; n++) openOne();
  while (Date.now() < end) {
    await pause(1000);
    for (const socket of sockets) if (socket.writable) socket.write('x');
  }
  tell('open');
  for (const socket of sockets) socket.destroy();
}
