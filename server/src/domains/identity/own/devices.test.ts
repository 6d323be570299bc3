import { expect, test } from 'vitest';
import { aWorld, PASSWORD } from '../../../../test/world.ts';
import { deviceOf, networkOf } from './devices.ts';

test('the list of devices shows the network but never the address, and nothing for a private network', () => {
  expect(networkOf('82.64.12.7')).toBe('82.64.*.*');
  expect(networkOf('::ffff:82.64.12.7')).toBe('82.64.*.*');
  expect(networkOf('2a01:e0a:12:3::1')).toBe('2a01:e0a:*');
  for (const own of ['127.0.0.1', '10.1.2.3', '172.20.1.1', '192.168.1.4', '::1', 'fe80::1', 'fd00::1', '', null])
    expect([own, networkOf(own)]).toEqual([own, null]);
});

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_0 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/17.0 Mobile/15E148 Safari/604.1';

test('the list of devices shows the device that the browser names', () => {
  expect(deviceOf(IPHONE)).toEqual({ kind: 'phone', browser: 'Safari', system: 'iOS' });
  expect(deviceOf('curl/8')).toMatchObject({ kind: 'other', system: null });
  expect(deviceOf(null)).toEqual({ kind: 'other', browser: null, system: null });
});

test('trust 17: a person can end one of their sessions, which sends a live event, but no session of another person', async () => {
  const world = await aWorld();
  const patient = await world.patient();
  const here = world.browserOf(patient);
  const other = await world.patient();
  const [mine] = (await here.post('/rpc/list_my_sessions')).json;
  expect(mine).toMatchObject({ is_current: true, id: patient.sessionId });

  expect((await world.browserOf(other).post('/rpc/end_my_session', { session_id: patient.sessionId })).status).toBe(
    404,
  );
  expect((await here.post('/rpc/end_my_session', { session_id: patient.sessionId })).status).toBe(200);
  expect((await here.post('/rpc/who_am_i')).json.user).toBeNull();
  expect(world.told).toContainEqual({ to: { userId: patient.userId }, event: { kind: 'session.ended' } });
});

test('trust 17: the list of devices shows the device, the country that our proxy names, and the network', async () => {
  const world = await aWorld({ countryHeader: 'cf-ipcountry' });
  await world.patient({ email: 'claire@example.org' });
  const browser = world.browser('82.64.12.7');
  const credentials = { email: 'claire@example.org', password: PASSWORD };
  const headers = { 'user-agent': IPHONE, 'cf-ipcountry': 'fr' };
  expect((await browser.post('/api/auth/sign-in/email', credentials, headers)).status).toBe(200);
  const [here] = (await browser.post('/rpc/list_my_sessions')).json;
  expect(here).toMatchObject({
    kind: 'phone',
    browser: 'Safari',
    country: 'FR',
    network: '82.64.*.*',
    is_current: true,
  });
  expect(JSON.stringify(here)).not.toContain('82.64.12.7');
});

test('the country of a device is ignored if our own proxy did not name it', async () => {
  const world = await aWorld();
  await world.patient({ email: 'claire@example.org' });
  const browser = world.browser();
  const credentials = { email: 'claire@example.org', password: PASSWORD };
  await browser.post('/api/auth/sign-in/email', credentials, { 'cf-ipcountry': 'FR', 'x-country': 'FR' });
  const [here] = (await browser.post('/rpc/list_my_sessions')).json;
  expect(here).toMatchObject({ is_current: true, country: null });
});
