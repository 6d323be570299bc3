import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { expect, test } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { serviceOver, valid } from '../http/test-service.ts';

const aService = async (over?: Parameters<typeof serviceOver>[1]) => serviceOver(await freshDatabase(), over);
const TOKEN = 'a-token-for-the-scraper';
const bearer = (token: string) => ({ authorization: `Bearer ${token}` });

test('answers are counted by procedure and status, and unknown paths are counted together', async () => {
  const { get, post } = await aService();
  await post('/rpc/echo', valid);
  await post('/rpc/echo', { name: 'A' });
  await post('/rpc/say', { what: 'fault' });
  await get('/rpc/6f0b2a52-3c0a-4a43-9d6a-3d1c2f8e1a11');
  await get('/photos/6f0b2a52-3c0a-4a43-9d6a-3d1c2f8e1a11?e=1&s=x');
  const text = await (await get('/metrics')).text();
  expect(text).toContain('flaira_requests_total{route="/rpc/echo",status="200"} 1');
  expect(text).toContain('flaira_requests_total{route="/rpc/echo",status="400"} 1');
  expect(text).toContain('flaira_requests_total{route="rpc",status="404"} 1');
  expect(text).toContain('flaira_requests_total{route="photos",status="404"} 1');
  expect(text).toContain('flaira_request_seconds_count{kind="rpc"} 4');
  expect(text).toContain('flaira_faults 1');
  expect(text).toContain('flaira_database_up 1');
  expect(text).toContain('flaira_outbox_events{kind="mail",state="waiting"} 0');
  expect(text).not.toContain('6f0b2a52');
});

test('without a token only this machine can read the metrics, and behind a proxy nobody can', async () => {
  const { get } = await aService();
  const answer = await get('/metrics');
  expect(answer.status).toBe(200);
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4');
  expect(answer.headers.get('cache-control')).toBe('no-store');
  for (const name of ['x-forwarded-for', 'forwarded', 'via'])
    expect((await get('/metrics', { [name]: '127.0.0.1' })).status).toBe(404);
});

test('if a token is set, everyone who sends it can read the metrics', async () => {
  const { get } = await aService({ metricsToken: TOKEN });
  expect((await get('/metrics')).status).toBe(404);
  expect((await get('/metrics', bearer('another'))).status).toBe(404);
  expect((await get('/metrics', { ...bearer(TOKEN), 'x-forwarded-for': '203.0.113.9' })).status).toBe(200);
});

test('waiting outbox events are measured, and emails are measured separately', async () => {
  const { get, db } = await aService();
  await sql`insert into outbox (topic, payload, attempts, at) values
    ('mail.requested', '{}', 2, now() - interval '10 minutes'), ('identity.emailConfirmed', '{}', 0, now())`.execute(
    db,
  );
  const text = await (await get('/metrics')).text();
  expect(text).toContain('flaira_outbox_events{kind="mail",state="failing"} 1');
  expect(text).toContain('flaira_outbox_events{kind="event",state="waiting"} 1');
  expect(Number(/flaira_outbox_oldest_seconds\{kind="mail"\} ([\d.]+)/.exec(text)?.[1])).toBeGreaterThan(590);
});

test('the log contains a slow statement without its values', async () => {
  const { db, lines } = await aService({ slowQueryMs: 300 });
  await sql`select 'quick'::text`.execute(db);
  await sql`select pg_sleep(0.4), ${'swordfish'}::text`.execute(db);
  const slow = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'slow query');
  expect(slow).toMatchObject([{ statement: 'select pg_sleep(0.4), $1::text', ms: expect.any(Number) }]);
  expect(slow[0]?.ms).toBeGreaterThan(300);
  expect(lines.join('')).not.toContain('swordfish');
});

test('every metric that an alert queries exists, and operations.md names every alert', async () => {
  const { get, post } = await aService();
  await post('/rpc/echo', valid);
  const text = await (await get('/metrics')).text();
  const rules = readFileSync(join(import.meta.dirname, '../../../../ops/alerts.yml'), 'utf8');
  const manual = readFileSync(join(import.meta.dirname, '../../../../docs/operations.md'), 'utf8');
  const alerts = [...rules.matchAll(/alert: (\w+)/g)].map(([, name = '']) => name);
  expect(alerts.filter((name) => !manual.includes(name))).toEqual([]);
  const asked = new Set(rules.match(/\b(flaira|nodejs|process)_\w+/g));
  expect(asked.size).toBeGreaterThan(8);
  // The job queue is empty here, so a metric may have a name and no value.
  expect([...asked].filter((name) => !text.includes(`${name}{`) && !text.includes(`${name} `))).toEqual([]);
});
