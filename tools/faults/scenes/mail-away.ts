import { sql } from 'kysely';
import { setTimeout as pause } from 'node:timers/promises';
import { aRequest } from '../../../server/test/an-appointment.ts';
import { startRelay } from '../../../server/test/relay.ts';
import { atLeast, type Check, equals } from '../check.ts';
import { aPerson } from '../load.ts';
import type { Stand, StandOptions } from '../stand.ts';

const PATIENCE_MS = 30_000;
const MAILS = 5;
/**
 * Number of attempts in an hour. The pauses between them are 1 s, 2 s, 4 s and so on, so twelve attempts take about an
 * hour.
 */
const TRIES_OF_AN_HOUR = 12;

/** Returns the options for `mailAway`: the service sends its emails to a relay on this port. */
export const relayAt = (port: number): StandOptions => ({
  env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'care@flaira.example' },
});

/** Simulates an email relay that cannot be reached for an hour of the queue's clock and then works again. */
export async function mailAway(stand: Stand, port: number): Promise<Check[]> {
  const { browser, email } = await aPerson(stand);
  const asked = await Promise.all(
    Array.from({ length: MAILS }, () => browser.post('/rpc/request_appointment', aRequest())),
  );
  for (let tries = 1; tries <= TRIES_OF_AN_HOUR; tries++) {
    await until(async () => (await waiting(stand)).every(({ attempts }) => attempts >= tries));
    await makeDue(stand);
  }
  const tried = await waiting(stand);
  const relay = await startRelay({ port });
  await until(async () => {
    await makeDue(stand);
    return (await waiting(stand)).length === 0;
  });
  await relay.stop();
  const mine = relay.received.filter(({ to }) => to?.[0]?.address === email);
  return [
    equals(
      'requests answered 200 while no mail could leave',
      asked.filter(({ status }) => status === 200).length,
      MAILS,
    ),
    atLeast('tries of each mail meanwhile', Math.min(...tried.map(({ attempts }) => attempts)), TRIES_OF_AN_HOUR),
    equals('mails given up', (await waiting(stand)).length, 0),
    equals('mails that arrived', mine.length, MAILS),
    equals('different ones among them', new Set(mine.map(({ messageId }) => messageId)).size, MAILS),
  ];
}

/** Returns the emails that have not been sent, each with its number of attempts. */
const waiting = async ({ context }: Stand): Promise<{ attempts: number }[]> =>
  context.db
    .selectFrom('outbox')
    .select('attempts')
    .where('topic', '=', 'mail.requested')
    .where('processed_at', 'is', null)
    .execute();

/** Makes all waiting events of the outbox due now, as if the queue's clock had moved. */
const makeDue = ({ context }: Stand): Promise<unknown> =>
  sql`with moved as (update outbox set next_attempt_at = now() where processed_at is null and next_attempt_at > now() returning id)
      select pg_notify('outbox', '') from moved`.execute(context.db);

async function until(isTrue: () => Promise<boolean>): Promise<void> {
  for (const end = Date.now() + PATIENCE_MS; Date.now() < end; await pause(40)) if (await isTrue()) return;
}
