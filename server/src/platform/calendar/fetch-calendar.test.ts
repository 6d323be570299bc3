import { createServer, request, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test, vi } from 'vitest';
import { fetchCalendar, type OpenRequest } from './fetch-calendar.ts';
import { isPublicAddress, publicLookup } from './public-address.ts';

/**
 * Starts a server on the loopback address. Returns a function that fetches a calendar. The function sends every request
 * to this server, even if the address of the calendar names another host.
 */
async function aCalendarServer(answer: RequestListener) {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  const open: OpenRequest = (url, options) =>
    new Promise((resolve, reject) => {
      request({ ...options, host: '127.0.0.1', port, path: url.pathname }, resolve)
        .on('error', reject)
        .end();
    });
  return (address = 'https://calendars.example/a.ics', etag: string | null = null, patience_ms = 5000) =>
    fetchCalendar(address, etag, { open, patience_ms }).catch((error: { fault: string }) => error.fault);
}

test('a fetched calendar has its text and tag, and a request with this tag learns that nothing has changed', async () => {
  const fetch = await aCalendarServer((req, res) => {
    if (req.headers['if-none-match'] === '"one"') return res.writeHead(304).end();
    return res.writeHead(200, { etag: '"one"' }).end('BEGIN:VCALENDAR é');
  });
  expect(await fetch()).toEqual({ text: 'BEGIN:VCALENDAR é', etag: '"one"' });
  expect(await fetch('https://calendars.example/a.ics', '"one"')).toBe('unchanged');
});

test.each([
  [401, 'denied'],
  [403, 'denied'],
  [404, 'not_found'],
  [410, 'not_found'],
  [500, 'unavailable'],
  [204, 'unavailable'],
])('a response with status %i means %s', async (status, fault) => {
  const fetch = await aCalendarServer((_req, res) => res.writeHead(status).end());
  expect(await fetch()).toBe(fault);
});

test('three redirects are followed and a fourth is not, and none may lead to a forbidden address', async () => {
  const fetch = await aCalendarServer((req, res) => {
    const left = /^\/hops\/(\d)$/.exec(req.url ?? '')?.[1];
    if (left === '0') return res.end('BEGIN:VCALENDAR');
    if (left) return res.writeHead(302, { location: `/hops/${Number(left) - 1}` }).end();
    return res.writeHead(301, { location: Buffer.from(req.url?.slice(1) ?? '', 'base64url').toString() }).end();
  });
  expect(await fetch('https://calendars.example/hops/3')).toMatchObject({ text: 'BEGIN:VCALENDAR' });
  expect(await fetch('https://calendars.example/hops/4')).toBe('too_many_redirects');
  for (const location of [
    'http://calendars.example/hops/0',
    'https://127.0.0.1/hops/0',
    'https://[::1]/',
    'file:///etc/passwd',
  ])
    expect(await fetch(`https://calendars.example/${Buffer.from(location).toString('base64url')}`), location).toBe(
      'not_allowed',
    );
});

test('a calendar of more than two megabytes is refused, and so is one whose server is too slow', async () => {
  const long = await aCalendarServer((_req, res) => res.end(Buffer.alloc(2 * 1024 * 1024 + 1, 'x')));
  expect(await long()).toBe('too_large');
  const slow = await aCalendarServer((_req, res) => void res.write('BEGIN:VCALENDAR'));
  expect(await slow(undefined, null, 100)).toBe('too_slow');
});

test.each([
  'http://calendars.example/a.ics',
  'https://calendars.example:8443/a.ics',
  'https://me:secret@calendars.example/a.ics',
  'https://127.0.0.1/a.ics',
  'https://2130706433/a.ics',
  'https://0x7f.1/a.ics',
  'https://[::ffff:10.0.0.1]/a.ics',
  'https://169.254.169.254/latest/meta-data',
  'https://localhost/a.ics',
  'nonsense',
])('no request is sent to %s', async (address) => {
  await expect(fetchCalendar(address, null)).rejects.toMatchObject({ fault: 'not_allowed' });
});

test('a host name with a private address is refused; otherwise the checked addresses are used', () => {
  const answering = (...addresses: string[]) =>
    publicLookup(((_name: string, _options: unknown, done: (error: null, found: unknown) => void) =>
      done(
        null,
        addresses.map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
      )) as never);
  const ask = (lookup: ReturnType<typeof publicLookup>, all: boolean) => {
    const done = vi.fn<Parameters<ReturnType<typeof publicLookup>>[2]>();
    lookup('calendars.example', { all }, done);
    return done.mock.calls[0];
  };
  expect(ask(answering('93.184.215.14', '10.1.2.3'), false)?.[0]).toMatchObject({ name: 'NotPublic' });
  expect(ask(answering(), false)?.[0]).toMatchObject({ name: 'NotPublic' });
  expect(ask(answering('93.184.215.14'), false)).toEqual([null, '93.184.215.14', 4]);
  expect(ask(answering('2606:2800:21f::1'), true)).toEqual([null, [{ address: '2606:2800:21f::1', family: 6 }]]);
});

test.each([
  ['8.8.8.8', true],
  ['172.15.255.255', true],
  ['172.16.0.1', false],
  ['172.31.255.255', false],
  ['100.64.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['0.0.0.0', false],
  ['224.0.0.1', false],
  ['255.255.255.255', false],
  ['2a00:1450:4007::1', true],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fd00::1', false],
  ['::ffff:8.8.8.8', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['2001:db8::1', false],
  ['nonsense', false],
])('%s is on the public internet: %s', (address, expected) => expect(isPublicAddress(address)).toBe(expected));
