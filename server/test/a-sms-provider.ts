import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { json } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import type { World } from './world.ts';

interface Taken {
  readonly id: string;
  readonly from: string;
  readonly to: string;
  readonly text: string;
  readonly webhook_url: string;
}

/**
 * Starts a provider of text messages on loopback, in Telnyx's format. It stores the messages and signs its webhook
 * events.
 */
export async function anSmsProvider() {
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const taken: Taken[] = [];
  const seen: IncomingMessage['headers'][] = [];
  const answers: { status: number; code?: string }[] = [];
  const early: ((id: string) => Promise<void>)[] = [];
  const server = createServer((req, res) => {
    void json(req).then(async (body) => {
      seen.push(req.headers);
      const { status, code } = answers.shift() ?? { status: 200 };
      const message = { ...(body as Omit<Taken, 'id'>), id: randomUUID() };
      if (status === 200 && req.url === '/v2/messages') taken.push(message);
      await early.shift()?.(message.id);
      res.writeHead(status, { 'Content-Type': 'application/json' });
      res.end(JSON.stringify(status === 200 ? { data: { id: message.id } } : { errors: code ? [{ code }] : [] }));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => server.close(() => resolve())));
  const jwk = publicKey.export({ format: 'jwk' });

  /**
   * Sends a webhook event as the provider would. With `proof`, a test can replace parts of the proof that the event is
   * genuine.
   */
  function tell(
    world: World,
    event_type: string,
    payload: unknown,
    { id = randomUUID() as string, occurredAt, ...given }: Proof = {},
  ) {
    const event = {
      data: { id, event_type, payload, ...(occurredAt && { occurred_at: occurredAt.toISOString() }) },
    };
    const body = JSON.stringify(event);
    const timestamp = String(Math.floor((given.at ?? world.clock.now()).getTime() / 1000));
    const signature = sign(null, Buffer.from(`${timestamp}|${body}`), privateKey).toString('base64');
    return world.browser().post('/api/sms/webhook', given.said ?? event, {
      'telnyx-timestamp': timestamp,
      'telnyx-signature-ed25519': given.signature ?? signature,
    });
  }

  return {
    taken,
    seen,
    config: {
      url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      apiKey: 'KEY-of-a-test',
      from: '+33644600000',
      publicKey: Buffer.from(jwk.x ?? '', 'base64url'),
    },
    /** Sets the status of the next responses. The default is 200. */
    answer: (...next: { status: number; code?: string }[]) => void answers.push(...next),
    /** Runs `act` with the id of the next message before the response to that message. */
    beforeAnswer: (act: (id: string) => Promise<void>) => void early.push(act),
    tell,
    /** Reports a person's message to our number. */
    reply: (world: World, from: string, text: string, proof?: Proof) =>
      tell(world, 'message.received', { direction: 'inbound', from: { phone_number: from }, text }, proof),
    /** Reports the final state of a message. */
    finalize: (world: World, id: string, status: string, code?: string) =>
      tell(world, 'message.finalized', { id, to: [{ status }], errors: code ? [{ code }] : [] }),
  };
}

interface Proof {
  readonly id?: string;
  readonly at?: Date;
  /** Time of the event. If absent, the webhook event contains no time. */
  readonly occurredAt?: Date;
  readonly signature?: string;
  /** The body that is sent instead of the body that was signed. */
  readonly said?: unknown;
}
