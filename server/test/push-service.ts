import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface Received {
  /** The decrypted content that the browser would show. */
  readonly note: { title: string; body: string; url: string; tag: string; language: string };
  readonly headers: IncomingMessage['headers'];
  /** The sender's claims, if their signature is valid. */
  readonly claims: { aud: string; sub: string; exp: number };
}

/**
 * Starts a push service on loopback, together with the browser that receives its messages. The service decrypts each
 * message as that browser would (RFC 8291, RFC 8292).
 */
export async function aPushService() {
  const browser = createECDH('prime256v1');
  browser.generateKeys();
  const auth = randomBytes(16);
  const received: Received[] = [];
  const answers: number[] = [];
  const server = createServer((req, res) => {
    void buffer(req).then((body) => {
      const status = answers.shift() ?? 201;
      if (status === 201)
        received.push({
          note: JSON.parse(decrypt(body, browser, auth)) as Received['note'],
          headers: req.headers,
          claims: claimsOf(req.headers.authorization ?? ''),
        });
      res.writeHead(status).end();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    received,
    /** Sets the status of the next responses. The default is 201. */
    answer: (...statuses: number[]) => void answers.push(...statuses),
    subscription: (name = 'one') => ({
      endpoint: `${origin}/${name}`,
      keys: { p256dh: browser.getPublicKey('base64url'), auth: auth.toString('base64url') },
    }),
  };
}

function decrypt(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const salt = body.subarray(0, 16);
  const keyLength = body.readUInt8(20);
  const sender = body.subarray(21, 21 + keyLength);
  const sealed = body.subarray(21 + keyLength);
  const info = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = Buffer.from(hkdfSync('sha256', browser.computeSecret(sender), auth, info, 32));
  const derive = (name: string, length: number) =>
    Buffer.from(hkdfSync('sha256', secret, salt, `Content-Encoding: ${name}\0`, length));
  const cipher = createDecipheriv('aes-128-gcm', derive('aes128gcm', 16), derive('nonce', 12));
  cipher.setAuthTag(sealed.subarray(-16));
  const plain = Buffer.concat([cipher.update(sealed.subarray(0, -16)), cipher.final()]);
  // The last record ends with the byte 2, which zeros may follow.
  return plain.subarray(0, plain.lastIndexOf(2)).toString();
}

function claimsOf(authorization: string): Received['claims'] {
  const [, token = '', key = ''] = /^vapid t=([^,]+), ?k=(.+)$/.exec(authorization) ?? [];
  const [head, claims = '', signature = ''] = token.split('.');
  const point = Buffer.from(key, 'base64url');
  const jwk = {
    kty: 'EC',
    crv: 'P-256',
    x: point.subarray(1, 33).toString('base64url'),
    y: point.subarray(33).toString('base64url'),
  };
  const publicKey = createPublicKey({ key: jwk, format: 'jwk' });
  const isTheirs = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key: publicKey, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  );
  if (!isTheirs) throw new Error('the signature does not belong to the key');
  return JSON.parse(Buffer.from(claims, 'base64url').toString()) as Received['claims'];
}
