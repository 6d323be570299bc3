import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { anSmsProvider } from '../../../../test/a-sms-provider.ts';
import { aWorld, type World } from '../../../../test/world.ts';
import { isNumberStopped, rewrapStopKey } from '#server/platform/sms/stops.ts';
import { withSystem } from '#server/platform/db/db.ts';
import { phoneOf } from './my-sms.ts';
import { smsWord } from './sms-word.ts';

const PHONE = '+33 6 12 34 56 78';
const NUMBER = '+33612345678';
const zone = 'Europe/Paris';

const texts = async (world: World, to = NUMBER) => {
  await world.outbox.drain();
  return (await world.browser().get(`/dev/sms.json?to=${encodeURIComponent(to)}`)).json as { text: string }[];
};
const codeIn = (text = '') => /\d{6}/.exec(text)?.[0] ?? '';
/** Returns a code that differs from the given one. */
const wrong = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, '0');

async function aPatient(world: World) {
  const patient = await world.patient({ language: 'fr' });
  const browser = world.browserOf(patient);
  const ask = (phone = PHONE) => browser.post('/rpc/ask_sms_code', { phone, zone });
  const confirm = (code: string) => browser.post('/rpc/confirm_sms_code', { code });
  const state = async () => (await browser.post('/rpc/get_my_sms')).json;
  return { patient, browser, ask, confirm, state };
}

/** Returns a patient who gets reminders, and the provider that sends them. */
async function anAgreed() {
  const provider = await anSmsProvider();
  const world = await aWorld({ sms: provider.config });
  const mine = await aPatient(world);
  await mine.ask();
  await world.outbox.drain();
  expect((await mine.confirm(codeIn(provider.taken[0]?.text))).json).toMatchObject({ state: 'on' });
  return { provider, world, ...mine };
}

test('only the code that was sent to the phone switches reminders by text message on', async () => {
  const world = await aWorld();
  const { ask, confirm, state, browser } = await aPatient(world);
  expect(await state()).toEqual({ is_offered: true, state: 'off', number: null });
  expect((await ask()).json).toEqual({ is_offered: true, state: 'waiting', number: NUMBER });
  const [{ text } = { text: '' }] = await texts(world);
  expect(text).toContain('votre code Flaira');
  expect((await confirm(wrong(codeIn(text)))).json).toMatchObject({ code: 'SMS_CODE_WRONG' });
  expect(await state()).toMatchObject({ state: 'waiting' });
  expect((await confirm(codeIn(text))).json).toEqual({ is_offered: true, state: 'on', number: NUMBER });
  expect((await browser.post('/rpc/end_my_sms')).json).toEqual({ is_offered: true, state: 'off', number: null });
});

test('a code in a text message works once, expires after ten minutes, and cannot be guessed', async () => {
  const world = await aWorld();
  const { ask, confirm } = await aPatient(world);
  await ask();
  const first = codeIn((await texts(world))[0]?.text);
  world.clock.advance(10 * 60_000);
  expect((await confirm(first)).status).toBe(422);

  await ask();
  const second = codeIn((await texts(world))[0]?.text);
  for (let n = 0; n < 5; n++) expect((await confirm(wrong(second))).status).toBe(422);
  expect((await confirm(second)).status).toBe(422);

  await ask();
  const third = codeIn((await texts(world))[0]?.text);
  expect((await confirm(third)).status).toBe(200);
  expect((await confirm(third)).status).toBe(422);
});

test('an account can request five codes by text message a day, and a number gets five from all accounts together', async () => {
  const world = await aWorld();
  const [one, two, three] = [await aPatient(world), await aPatient(world), await aPatient(world)];
  for (let n = 0; n < 3; n++) expect((await one.ask()).status).toBe(200);
  for (let n = 0; n < 2; n++) expect((await one.ask('+33 6 99 99 99 99')).status).toBe(200);
  expect((await one.ask('+33 6 99 99 99 99')).json).toMatchObject({ code: 'RATE_LIMITED' });
  for (let n = 0; n < 2; n++) expect((await two.ask()).status).toBe(200);
  for (const each of [two, three]) expect((await each.ask()).json).toMatchObject({ code: 'RATE_LIMITED' });
  expect((await three.ask('+33 6 99 99 99 99')).status).toBe(200);
});

test('one account cannot use up the codes for the number of another person', async () => {
  const world = await aWorld();
  const [other, owner] = [await aPatient(world), await aPatient(world)];
  const asked = [];
  for (let n = 0; n < 5; n++) asked.push((await other.ask()).status);
  expect(asked).toEqual([200, 200, 200, 429, 429]);
  expect((await owner.ask()).status).toBe(200);
});

test('a phone number belongs to the account that confirmed it last', async () => {
  const world = await aWorld();
  const [one, two] = [await aPatient(world), await aPatient(world)];
  for (const each of [one, two]) {
    await each.ask();
    await each.confirm(codeIn((await texts(world))[0]?.text));
  }
  expect(await one.state()).toMatchObject({ state: 'off' });
  expect(await two.state()).toMatchObject({ state: 'on' });
});

test('the SMS provider gets number and text with our key, and the service stores neither', async () => {
  const { provider, world } = await anAgreed();
  expect(provider.seen[0]?.authorization).toBe('Bearer KEY-of-a-test');
  expect(provider.taken).toMatchObject([
    { from: '+33644600000', to: NUMBER, webhook_url: 'http://flaira.test/api/sms/webhook' },
  ]);
  const { rows } = await sql<{
    all: string;
  }>`select (select json_agg(o)::text from outbox o where topic = 'sms.requested')
    || (select json_agg(m)::text from sms_messages m) as all`.execute(world.system);
  expect(rows[0]?.all).toContain(provider.taken[0]?.id);
  expect(rows[0]?.all).not.toContain(NUMBER);
  expect(rows[0]?.all).not.toContain(codeIn(provider.taken[0]?.text));
});

test('a text message is sent again while the SMS provider is down, but not after a final refusal or too late', async () => {
  const { provider, world, ask } = await anAgreed();
  const retry = async () => {
    await world.database.owner.query('update outbox set next_attempt_at = now() where processed_at is null');
    await world.outbox.drain();
  };
  const states = async () => {
    const rows = await world.system
      .selectFrom('sms_messages')
      .select(['state', 'fault'])
      .orderBy('created_at')
      .execute();
    return rows.map(({ state, fault }) => fault ?? state);
  };
  world.clock.advance(1000);
  provider.answer({ status: 503 });
  await ask();
  await world.outbox.drain();
  expect(await states()).toEqual(['sent', 'sending']);
  await retry();
  expect(await states()).toEqual(['sent', 'sent']);
  expect(provider.taken).toHaveLength(2);

  world.clock.advance(1000);
  provider.answer({ status: 400, code: '40310' });
  await ask();
  await world.outbox.drain();
  await retry();
  expect(await states()).toEqual(['sent', 'sent', '40310']);

  world.clock.advance(1000);
  provider.answer({ status: 503 });
  // The account has used up the day's codes for its own number, so it asks for a code for another number.
  await ask('+33 6 98 76 54 32');
  await world.outbox.drain();
  world.clock.advance(11 * 60_000);
  await retry();
  expect(await states()).toEqual(['sent', 'sent', '40310', 'too_late']);
  expect(provider.taken).toHaveLength(2);
});

test('a webhook event about a message not yet stored as sent is refused, so that the SMS provider repeats it', async () => {
  const { provider, world, ask } = await anAgreed();
  const statuses: number[] = [];
  const fail = async (id: string) =>
    void statuses.push((await provider.finalize(world, id, 'delivery_failed', '40008')).status);
  world.clock.advance(1000);
  provider.beforeAnswer(fail);
  await ask();
  await world.outbox.drain();
  const { id = '' } = provider.taken[1] ?? {};
  await fail(id);
  await fail(id);
  // No message is being sent now. The service accepts a webhook event about an unknown message, because a repetition of
  // the event would not help.
  await fail(randomUUID());
  expect(statuses).toEqual([503, 200, 200, 200]);
  const states = await world.system
    .selectFrom('sms_messages')
    .select(['state', 'fault'])
    .orderBy('created_at')
    .execute();
  expect(states[1]).toEqual({ state: 'failed', fault: '40008' });
  const { rows } = await sql`select 1 from outbox where topic = 'sms.failed'`.execute(world.system);
  expect(rows).toHaveLength(1);
});

test('STOP in any spelling ends the agreement to text messages and is answered once', async () => {
  const { provider, world, state } = await anAgreed();
  expect((await provider.reply(world, NUMBER, ' stop. ')).status).toBe(200);
  await world.outbox.drain();
  expect(await state()).toMatchObject({ state: 'off', number: null });
  expect(provider.taken.map(({ text }) => text)).toEqual([
    expect.stringContaining('votre code'),
    expect.stringContaining('plus de SMS'),
  ]);
  await provider.reply(world, NUMBER, 'STOP');
  await world.outbox.drain();
  expect(provider.taken).toHaveLength(2);
  const { rows } = await sql<{
    number: string | null;
    ended_by: string;
    agreed_at: Date;
  }>`select * from sms_numbers`.execute(world.db);
  expect(rows).toMatchObject([{ number: null, ended_by: 'reply', agreed_at: expect.any(Date) }]);
});

test('webhook events are accepted only if the SMS provider sent them unaltered and recently', async () => {
  const { provider, world, state } = await anAgreed();
  const forged = Buffer.alloc(64, 1).toString('base64');
  const said = {
    data: { id: 'x', event_type: 'message.received', payload: { from: { phone_number: NUMBER }, text: 'STOP' } },
  };
  for (const proof of [
    { signature: forged },
    { signature: '' },
    { said },
    { at: new Date(world.clock.now().getTime() - 301_000) },
    { at: new Date(world.clock.now().getTime() + 301_000) },
  ])
    expect((await provider.reply(world, NUMBER, 'STOP', proof)).json).toMatchObject({ code: 'NOTICE_REFUSED' });
  expect((await provider.tell(world, 'message.received', { text: 1 })).status).toBe(400);
  await world.outbox.drain();
  expect(await state()).toMatchObject({ state: 'on' });
});

test('without an SMS provider, production offers no text messages and has no mailbox for them', async () => {
  const world = await aWorld({ nodeEnv: 'production' });
  const { ask, state, browser } = await aPatient(world);
  expect(await state()).toMatchObject({ is_offered: false });
  expect((await ask()).json).toMatchObject({ code: 'SMS_UNAVAILABLE' });
  expect((await browser.get('/dev/sms.json')).status).toBe(404);
});

test.each([
  ['+33 06 12 34 56 78', '+33612345678'],
  ['+39 06 1234 5678', '+390612345678'],
  ['+225 07 07 12 34 56', '+2250707123456'],
  ['+242 06 123 4567', '+242061234567'],
  ['+44 07400 123456', '+447400123456'],
  ['+1 514 555 0199', '+15145550199'],
  ['+33 1', null],
  ['+0 123456789', null],
])('the phone number %s is stored as %s', (phone, expected) => expect(phoneOf(phone)?.number ?? null).toBe(expected));

test.each(['+33 612345678', '+336 12345678', '+3 3612345678'])(
  'the phone number %s counts as a number of France',
  (phone) => expect(phoneOf(phone)).toEqual({ number: '+33612345678', country: '33' }),
);

test.each([
  ['STOP', 'stop'],
  ['arrêt svp', 'stop'],
  ['Confirm!', 'confirm'],
  ['« Confirmé »', 'confirm'],
  ['start', 'start'],
  ['UNSTOP', 'start'],
  ['please do not stop', null],
  ['', null],
])('the answer %s to a text message means %s', (text, expected) => expect(smsWord(text)).toBe(expected));

test('a phone number that belongs to no country is refused before anything is sent', async () => {
  const world = await aWorld();
  const { ask } = await aPatient(world);
  for (const phone of ['+881 612 345 678', '+882 16 123 456', '+979 123 456 789'])
    expect((await ask(phone)).json).toMatchObject({ code: 'INVALID_INPUT', data: { fields: { phone: ['invalid'] } } });
});

const waiting = (world: World, user_id: string) =>
  world.db.transaction().execute((tx) =>
    world.sms.send(tx, {
      id: randomUUID(),
      user_id,
      to: NUMBER,
      text: 'Yours alone',
      until: new Date(world.clock.now().getTime() + 3_600_000).toISOString(),
    }),
  );

test('unsent text messages to a number are dropped when the person requests another number', async () => {
  const { world, patient, provider, ask } = await anAgreed();
  await waiting(world, patient.userId);
  await ask('+33 6 98 76 54 32');
  await world.outbox.drain();
  expect(provider.taken).toHaveLength(2);
  expect(provider.taken.map(({ text }) => text)).not.toContain('Yours alone');
});

test('unsent text messages to a number are dropped when another account confirms it', async () => {
  const { world, patient, provider } = await anAgreed();
  const other = await aPatient(world);
  await other.ask();
  await world.outbox.drain();
  await waiting(world, patient.userId);
  expect((await other.confirm(codeIn(provider.taken[1]?.text))).json).toMatchObject({ state: 'on' });
  await world.outbox.drain();
  expect(provider.taken.map(({ text }) => text)).not.toContain('Yours alone');
});

test('a person whose account is closed gets no text messages', async () => {
  const { world, patient, provider } = await anAgreed();
  await waiting(world, patient.userId);
  await world.system
    .updateTable('users')
    .set({ closed_at: world.clock.now() })
    .where('id', '=', patient.userId)
    .execute();
  await world.outbox.drain();
  expect(provider.taken).toHaveLength(1);
});

/** Returns a provider, and a patient who has not confirmed a phone number. */
async function anUnconfirmed() {
  const provider = await anSmsProvider();
  const world = await aWorld({ sms: provider.config });
  const mine = await aPatient(world);
  const reply = async (text: string, proof?: Parameters<typeof provider.reply>[3], from = NUMBER) => {
    expect((await provider.reply(world, from, text, proof)).status).toBe(200);
    await world.outbox.drain();
  };
  return { provider, world, reply, ...mine };
}

const stopped = { code: 'SMS_STOPPED', data: { to: '+33644600000' } };

test('after STOP from an unknown number, no account can have a code sent to it until START', async () => {
  const { provider, world, reply, ask, confirm, state } = await anUnconfirmed();
  await reply('STOP');
  expect((await ask()).json).toMatchObject(stopped);
  expect((await (await aPatient(world)).ask()).json).toMatchObject(stopped);
  expect((await ask('+33 6 98 76 54 32')).json).toMatchObject({ state: 'waiting' });
  await world.outbox.drain();
  expect(provider.taken.map(({ to }) => to)).toEqual(['+33698765432']);

  // A reply other than START changes nothing. Neither does START from another phone.
  await reply('OUI');
  await reply('START', {}, '+33698765432');
  expect((await ask()).json).toMatchObject(stopped);

  await reply('Start');
  expect((await ask()).json).toMatchObject({ state: 'waiting', number: NUMBER });
  await world.outbox.drain();
  expect((await confirm(codeIn(provider.taken[1]?.text))).json).toMatchObject({ state: 'on' });
  expect(await state()).toMatchObject({ number: NUMBER });
});

test('after STOP, even the right code does not switch reminders on until START', async () => {
  const { provider, world, reply, ask, confirm, state } = await anUnconfirmed();
  await ask();
  await world.outbox.drain();
  const code = codeIn(provider.taken[0]?.text);
  await reply('stop');
  expect((await confirm(code)).json).toMatchObject(stopped);
  expect(await state()).toMatchObject({ state: 'waiting' });
  await reply('START');
  expect((await confirm(code)).json).toMatchObject({ state: 'on' });
});

test('an unsent text message to a number is dropped after STOP from it, even if its account had agreed', async () => {
  const { provider, world, reply, patient } = await anUnconfirmed();
  await reply('STOP');
  // Adds a confirmed number, as if the patient had confirmed it at the moment of the STOP.
  await world.db
    .insertInto('sms_numbers')
    .values({
      user_id: patient.userId,
      number: NUMBER,
      zone,
      code_hash: null,
      code_ends_at: null,
      code_tries: 0,
      agreed_at: world.clock.now(),
      ended_at: null,
      ended_by: null,
    })
    .execute();
  await waiting(world, patient.userId);
  await world.outbox.drain();
  const sent = await world.system.selectFrom('sms_messages').select(['state', 'fault']).execute();
  expect(sent.at(-1)).toEqual({ state: 'failed', fault: 'stopped' });
  expect(provider.taken).toEqual([]);
});

test('STOP from a number with reminders gets an answer that names START, and applies to every later account', async () => {
  const { provider, world, ask } = await anAgreed();
  await provider.reply(world, NUMBER, 'STOP');
  await world.outbox.drain();
  expect(provider.taken.at(-1)?.text).toContain('START');
  expect(provider.taken).toHaveLength(2);
  expect((await ask()).json).toMatchObject(stopped);
  expect((await (await aPatient(world)).ask()).json).toMatchObject(stopped);
});

test('START that was sent before STOP and received after it has no effect', async () => {
  const { world, reply, ask } = await anUnconfirmed();
  const minute = (n: number) => ({ occurredAt: new Date(world.clock.now().getTime() - n * 60_000) });
  await reply('STOP', minute(1));
  await reply('START', minute(2));
  expect((await ask()).json).toMatchObject(stopped);
  await reply('STOP', minute(3));
  await reply('START', minute(0));
  expect((await ask()).json).toMatchObject({ state: 'waiting' });
});

test('STOP is stored as a keyed hash without number and account, and the login for requests cannot read it', async () => {
  const { world, reply } = await anUnconfirmed();
  await reply('STOP');
  await reply('STOP', {}, '12345');
  const rows = await world.system.selectFrom('sms_stops').selectAll().execute();
  expect(rows).toEqual([{ number_hash: expect.any(Buffer), stopped_at: world.clock.now() }]);
  expect(rows[0]?.number_hash).not.toEqual(createHash('sha256').update(NUMBER).digest());
  const other = await anUnconfirmed();
  await other.reply('STOP');
  const elsewhere = await other.world.system.selectFrom('sms_stops').select('number_hash').executeTakeFirst();
  expect(elsewhere?.number_hash).not.toEqual(rows[0]?.number_hash);
  for (const table of ['sms_stops', 'sms_stop_key'])
    await expect(sql`select * from ${sql.table(table)}`.execute(world.db)).rejects.toThrow('permission denied');
});

test('STOP from a number remains in force when its account is erased', async () => {
  const { provider, world, patient } = await anAgreed();
  await provider.reply(world, NUMBER, 'STOP');
  await world.outbox.drain();
  await world.system.deleteFrom('users').where('id', '=', patient.userId).execute();
  expect(await world.sms.isStopped(NUMBER)).toBe(true);
});

test('after a change of the master key, the numbers that sent STOP are still found', async () => {
  const { world, reply } = await anUnconfirmed();
  await reply('STOP');
  const { photoMasterKeys: before } = world.config;
  const keys = { current: 'next', ring: new Map([...before.ring, ['next', randomBytes(32)]]) };
  await withSystem(world.system, (tx) => rewrapStopKey(tx, keys));
  const after = { current: 'next', ring: new Map([...keys.ring].filter(([id]) => id === 'next')) };
  expect(await withSystem(world.system, (tx) => isNumberStopped(tx, after, NUMBER))).toBe(true);
  // The secret is now encrypted with the new master key, so the old master key alone cannot decrypt it. The result must
  // be an error, and never "not stopped".
  await expect(withSystem(world.system, (tx) => isNumberStopped(tx, before, NUMBER))).rejects.toThrow('next');
});
