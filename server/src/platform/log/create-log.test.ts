import { expect, test } from 'vitest';
import { createLog, withRequestId } from './create-log.ts';

function aLog() {
  const lines: string[] = [];
  return { lines, log: createLog({ logLevel: 'info' }, { write: (line) => void lines.push(line) }) };
}

test('a log line is JSON with the time, the level and the id of its request', async () => {
  const { log, lines } = aLog();
  await withRequestId('req-1', async () => {
    await Promise.resolve();
    log.info({ status: 200 }, 'answered');
  });
  log.info('later');
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({ level: 'info', requestId: 'req-1', status: 200, msg: 'answered' });
  expect(JSON.parse(lines[1] ?? '')).not.toHaveProperty('requestId');
});

test('trust 8: personal data is removed from log entries, from nested objects and from errors', () => {
  const { log, lines } = aLog();
  const person = { email: 'ada@example.org', first_name: 'Ada', last_name: 'Lovelace', phone: '+33 6 12 34 56 78' };
  log.info(person, 'plain');
  log.info({ user: person }, 'nested');
  log.info({ job: { payload: { diagnosis: 'rosacea' } }, input: { user: person } }, 'deep');
  log.error({ err: new Error('no user ada@example.org, +33 6 12 34 56 78, named "Ada Lovelace"') }, 'fault');
  log.error(
    {
      err: Object.assign(new Error('outer'), {
        cause: new Error("value 'Lovelace' is too long; Key (email)=(ada@example.org)"),
      }),
    },
    'nested fault',
  );

  const all = lines.join('');
  for (const word of ['ada@', 'example.org', 'Ada', 'Lovelace', '12 34', 'rosacea']) expect(all).not.toContain(word);
  expect(lines).toHaveLength(5);
});

test('trust 8: personal fields are removed at every level, in lists, in nested errors and from child loggers', () => {
  const { log, lines } = aLog();
  const person = { id: 'p1', email: 'ada@example.org', phone: '+33 6 12 34 56 78' };
  log.info({ a: { b: { c: { person, d: { people: [person] } } } }, count: 1n, at: new Date(0) }, 'deep');
  const fault = Object.assign(new Error('no user ada@example.org'), { detail: 'Key (email)=(ada@example.org)' });
  log.info({ tries: [{ fault }] }, 'nested fault');
  const loop: Record<string, unknown> = { person };
  loop.self = loop;
  log.info(loop, 'a value that refers to itself');
  log.child({ user: person, phone: person.phone }).info('bound');
  const all = lines.join('');
  for (const word of ['ada@', 'example.org', '12 34']) expect(all).not.toContain(word);
  expect(JSON.parse(lines[0] ?? '')).toMatchObject({
    a: { b: { c: { person: { id: 'p1', email: '[removed]' }, d: { people: [{ id: 'p1', email: '[removed]' }] } } } },
    count: 1,
    at: '1970-01-01T00:00:00.000Z',
  });
  expect(JSON.parse(lines[1] ?? '').tries[0].fault).toMatchObject({ type: 'Error', message: 'no user [address]' });
});

test('objects that all refer to each other are logged with a limited length', () => {
  const { log, lines } = aLog();
  const all: Record<string, unknown>[] = Array.from({ length: 10 }, () => ({}));
  for (const one of all) for (const [at, other] of all.entries()) one[`to${at}`] = other;
  log.info({ all }, 'a web of objects');
  expect(lines[0]?.length).toBeLessThan(500_000);
  expect(lines[0]).toContain('[removed]');
});

test('the description of an error contains enough to find its cause', () => {
  const { log, lines } = aLog();
  log.error(
    {
      err: Object.assign(new Error('duplicate key value violates unique constraint "users_email_key"'), {
        code: '23505',
      }),
    },
    'fault',
  );
  const { err } = JSON.parse(lines[0] ?? '');
  expect(err).toMatchObject({
    type: 'Error',
    code: '23505',
    message: 'duplicate key value violates unique constraint "users_email_key"',
  });
  expect(err.stack[0]).toContain('create-log.test.ts');
});
