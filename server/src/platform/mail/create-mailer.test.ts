import { type AddressInfo, createServer } from 'node:net';
import { pino } from 'pino';
import { expect, onTestFinished, test } from 'vitest';
import { aRelay } from '../../../test/a-relay.ts';
import { startRelay } from '../../../test/relay.ts';
import { freshDatabase } from '../../../test/database.ts';
import { createOutbox } from '../outbox/create-outbox.ts';
import { retryAfterSeconds } from '../outbox/deliver.ts';
import { createMailer } from './create-mailer.ts';

const message = {
  to: 'ada@example.org',
  language: 'fr',
  subject: 'Confirmez votre adresse',
  text: 'Bonjour é',
  html: '<p>Bonjour é</p>',
} as const;
const config = { mailFrom: 'Flaira <care@flaira.example>', publicUrl: 'https://flaira.example' };

async function aMailer(smtpUrl?: string, patience?: Parameters<typeof createMailer>[3]) {
  const database = await freshDatabase();
  const outbox = createOutbox({ system: database.system, log: pino({ level: 'silent' }) });
  return { ...database, outbox, mail: createMailer({ ...config, smtpUrl }, database.db, outbox, patience) };
}

test('a message is sent by SMTP as it was written, and then deleted from the outbox', async () => {
  const relay = await aRelay();
  const { db, mail, outbox } = await aMailer(relay.url);
  await mail.send(db, message);
  await outbox.drain();

  expect(relay.received).toHaveLength(1);
  expect(relay.received[0]).toMatchObject({
    subject: message.subject,
    from: { name: 'Flaira', address: 'care@flaira.example' },
    to: [{ address: message.to }],
  });
  expect(relay.received[0]?.html).toContain('Bonjour é');
  expect(relay.received[0]?.messageId).toMatch(/^<outbox-\d+@flaira\.example>$/);
  const { payload } = await db.selectFrom('outbox').select('payload').executeTakeFirstOrThrow();
  expect(payload).toEqual({});
});

test('a message that the email server refuses is tried again; the development mailbox stays empty', async () => {
  const relay = await aRelay(1);
  const { db, owner, mail, outbox } = await aMailer(relay.url);
  await mail.send(db, message);
  await outbox.drain();
  expect(relay.received).toHaveLength(0);
  await owner.query('update outbox set next_attempt_at = now()');
  await outbox.drain();
  expect(relay.received).toHaveLength(1);
  expect(await db.selectFrom('mailbox').select('id').execute()).toEqual([]);
});

test('no email is sent without TLS to an email server that is not on this machine', async () => {
  const relay = await aRelay();
  // A connection to 0.0.0.0 reaches this machine, but `isThisMachine` returns false for this address.
  const { db, system, mail, outbox } = await aMailer(relay.url.replace('127.0.0.1', '0.0.0.0'));
  await mail.send(db, message);
  await outbox.drain();
  expect(relay.received).toEqual([]);
  const row = await system.selectFrom('outbox').select(['attempts', 'last_error']).executeTakeFirstOrThrow();
  expect(row).toMatchObject({ attempts: 1, last_error: 'Error ETLS' });
});

test('an email server that accepts connections but never answers is given up soon', async () => {
  const silent = createServer();
  await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => new Promise<void>((resolve) => void silent.close(() => resolve())));
  const { port } = silent.address() as AddressInfo;
  const patience = { connectionTimeout: 500, greetingTimeout: 500, socketTimeout: 500 };
  const { db, system, mail, outbox } = await aMailer(`smtp://127.0.0.1:${port}`, patience);
  await mail.send(db, message);
  const begun = performance.now();
  await outbox.drain();
  expect(performance.now() - begun).toBeLessThan(10_000);
  const row = await system.selectFrom('outbox').select(['attempts', 'last_error']).executeTakeFirstOrThrow();
  // If the process stalls for more than a second, the email is tried a second time.
  expect(row).toMatchObject({ attempts: expect.any(Number), last_error: expect.stringContaining('ETIMEDOUT') });
});

test('if the email server is down for an hour, each email is tried again and finally arrives once', async () => {
  const gone = await startRelay();
  await gone.stop();
  const { db, owner, mail, outbox } = await aMailer(gone.url);
  const subjects = ['one', 'two', 'three'];
  for (const subject of subjects) await mail.send(db, { ...message, subject });
  // The pauses between attempts are 1 s, 2 s, 4 s … The test does not wait, but moves the clock of the outbox.
  for (let waited_s = 0, tries = 1; waited_s < 3600; waited_s += retryAfterSeconds(tries++)) {
    await outbox.drain();
    const open = await db.selectFrom('outbox').select('attempts').where('processed_at', 'is', null).execute();
    expect(open).toEqual(subjects.map(() => ({ attempts: tries })));
    await owner.query('update outbox set next_attempt_at = now()');
  }
  const relay = await startRelay({ port: Number(new URL(gone.url).port) });
  onTestFinished(relay.stop);
  await outbox.drain();
  await outbox.drain();
  expect(relay.received.map(({ subject }) => subject).toSorted()).toEqual(subjects.toSorted());
});

test('a line break in an address or a subject adds no recipient and no header', async () => {
  const relay = await aRelay();
  const { db, mail, outbox } = await aMailer(relay.url);
  await mail.send(db, { ...message, subject: 'Hello\r\nBcc: eve@example.org' });
  await outbox.drain();
  expect(relay.received[0]?.bcc ?? []).toEqual([]);
  expect(relay.received[0]?.headers.some((header) => header.key === 'bcc')).toBe(false);
});

test('without an email server a message is stored in the mailbox at the commit, and once per key', async () => {
  const { db, mail, outbox } = await aMailer();
  await db.transaction().execute((tx) => mail.send(tx, message, { key: 'confirm:1' }));
  await mail.send(db, message, { key: 'confirm:1' });
  await db
    .transaction()
    .execute(async (tx) => {
      await mail.send(tx, { ...message, to: 'nobody@example.org' });
      throw new Error('rolled back');
    })
    .catch(() => {});
  await outbox.drain();
  expect(await db.selectFrom('mailbox').select(['to', 'subject', 'language']).execute()).toEqual([
    { to: message.to, subject: message.subject, language: 'fr' },
  ]);
});
