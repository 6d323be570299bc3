import { request } from 'node:http';
import { expect, test, vi } from 'vitest';
import { freshDatabase } from '../../../test/database.ts';
import { serviceOver, valid } from './test-service.ts';

const HEAD = Buffer.from('--x\r\nContent-Disposition: form-data; name="file"; filename="a.jpg"\r\n\r\n');
const aService = async (over?: Parameters<typeof serviceOver>[1]) => serviceOver(await freshDatabase(), over);

test('a response of a procedure has a request id, forbids caching, and sets every cookie', async () => {
  const { post } = await aService();
  const answer = await post('/rpc/echo', valid);
  expect([answer.status, await answer.json()]).toEqual([200, { ip: '127.0.0.1', kind: 'visitor' }]);
  expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f-]{36}$/);
  expect(answer.headers.get('cache-control')).toBe('no-store');
  expect(answer.headers.getSetCookie()).toHaveLength(2);
});

test('invalid input is reported by field, all fields at once, without the values', async () => {
  const { post, lines } = await aService();
  const answer = await post('/rpc/echo', { name: 'Q', contact: { email: 'swordfish' }, tags: ['a', 'zebra'] });
  const text = await answer.text();
  expect(answer.status).toBe(400);
  expect(JSON.parse(text)).toMatchObject({
    code: 'INVALID_INPUT',
    defined: true,
    data: {
      fields: {
        name: ['too_small'],
        'contact.email': ['invalid_format'],
        'contact.phone': ['required'],
        'tags.1': ['invalid_value'],
      },
    },
  });
  expect(text + lines.join('')).not.toMatch(/swordfish|zebra/);
  expect(await (await post('/rpc/echo', '{ no json')).json()).toMatchObject({ code: 'INVALID_INPUT', status: 400 });
});

test('a refusal has the status and the data of the contract, and does not count as a fault', async () => {
  const { post, lines, get } = await aService();
  const answer = await post('/rpc/say', { what: 'refuse' });
  expect([answer.status, await answer.json()]).toEqual([
    409,
    expect.objectContaining({ code: 'SLOT_TAKEN', defined: true, data: { next: 'tomorrow' } }),
  ]);
  expect(lines.some((line) => line.includes('"level":50'))).toBe(false);
  expect(await (await get('/readyz')).json()).toMatchObject({ faults: 0 });
});

test.each(['fault', 'undeclared', 'lie'])(
  'the response to a fault (%s) has only its id; the fault is logged with this id and counted',
  async (what) => {
    const { post, get, lines } = await aService();
    const answer = await post('/rpc/say', { what });
    const text = await answer.text();
    const { code, data } = JSON.parse(text);
    expect([answer.status, code, data]).toEqual([500, 'FAULT', { id: answer.headers.get('x-request-id') }]);
    expect(text).not.toContain('swordfish');
    expect(lines.some((line) => line.includes('"fault"'))).toBe(true);
    expect(await (await get('/readyz')).json()).toMatchObject({ faults: 1 });
  },
);

test('an upload is accepted up to its limit, and refused beyond it with a reason', async () => {
  const { base, post } = await aService();
  const upload = async (mb: number) => {
    const form = new FormData();
    form.set('file', new File([new Uint8Array(mb * 1024 * 1024)], 'x.jpg'));
    const answer = await fetch(`${base}/rpc/upload`, { method: 'POST', body: form });
    return [answer.status, await answer.json()];
  };
  expect(await upload(25)).toEqual([200, { size: 25 * 1024 * 1024 }]);
  expect(await upload(27)).toEqual([413, expect.objectContaining({ code: 'PHOTO_TOO_BIG', data: { max_mb: 25 } })]);
  expect((await post('/rpc/say', { what: 'x'.repeat(1_100_000) })).status).toBe(413);
});

test.each(['br', 'gzip', 'identity'])(
  'a file is sent completely and with its name, in the encoding %s',
  async (encoding) => {
    const { post } = await aService();
    const answer = await post('/rpc/paper', { lines: 500 }, { 'accept-encoding': encoding });
    expect(answer.headers.get('content-encoding') ?? 'identity').toBe(encoding);
    expect([answer.headers.get('vary'), answer.headers.get('content-type')]).toEqual([
      'Accept-Encoding',
      'text/csv; charset=utf-8',
    ]);
    expect(answer.headers.get('content-disposition')).toBe(
      `inline; filename="l__t_ (2).csv"; filename*=utf-8''l%E2%80%99%C3%A9t%C3%A9%20%282%29.csv`,
    );
    const bytes = Buffer.from(await answer.arrayBuffer());
    expect(bytes.toString()).toBe(`\ufeff${'été\n'.repeat(500)}`);
    const short = await post('/rpc/paper', { lines: 1 }, { 'accept-encoding': encoding });
    expect(short.headers.get('content-encoding')).toBeNull();
  },
);

test('a form that does not state its length is refused at the limit, and so is a body that is neither JSON nor a form', async () => {
  const { port, post } = await aService();
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'multipart/form-data; boundary=x', 'transfer-encoding': 'chunked' };
    const req = request({ port, path: '/rpc/upload', method: 'POST', headers }, (res) => resolve(res.statusCode));
    req.on('error', reject);
    req.end(Buffer.concat([HEAD, Buffer.alloc(28 * 1024 * 1024)]));
  });
  expect(status).toBe(413);
  const plain = await post('/rpc/echo', JSON.stringify(valid), { 'content-type': 'text/plain' });
  expect([plain.status, await plain.json()]).toEqual([400, expect.objectContaining({ code: 'INVALID_INPUT' })]);
});

test('JSON that does not state its length is refused at its limit', async () => {
  const { port } = await aService();
  const status = await new Promise((resolve, reject) => {
    const headers = { 'content-type': 'application/json', 'transfer-encoding': 'chunked' };
    const req = request({ port, path: '/rpc/say', method: 'POST', headers }, (res) => resolve(res.statusCode));
    req.on('error', reject);
    req.end(`{"what":"${'x'.repeat(100_000)}"}`);
  });
  expect(status).toBe(413);
});

test('an unknown call gets 404 as JSON, and an unknown page gets 404 as a page in its language', async () => {
  const { get, post } = await aService();
  expect(await (await post('/rpc/nothing', {})).json()).toMatchObject({ code: 'NOT_FOUND', status: 404 });
  for (const [path, text] of [
    ['/nothing', 'not here'],
    ['/fr/rien', 'pas ici'],
    ['/friends', 'not here'],
    ['/csp.json', 'not here'],
    ['/home/index.html', 'not here'],
    ['/..%2f..%2fetc/passwd', 'not here'],
  ] as const) {
    const answer = await get(path);
    expect([path, answer.status, await answer.text()]).toEqual([path, 404, text]);
  }
});

test('the API document lists the contract, and the reference page requests nothing from other hosts', async () => {
  const { get } = await aService();
  const document = await (await get('/api/openapi.json')).json();
  expect(document.paths).toHaveProperty(['/rpc/who_am_i', 'post']);
  const page = await (await get('/api/reference')).text();
  expect(page).toContain('/rpc/start_lead');
  expect(page).not.toMatch(/<script|https?:\/\/(?!flaira)/);
});

test('trust 30: a body of many nested brackets is refused as invalid input before it is parsed', async () => {
  const { post } = await aService();
  const parse = vi.spyOn(JSON, 'parse');
  const answer = await post('/rpc/echo', `{"name":${'['.repeat(30_000)}${']'.repeat(30_000)}}`);
  expect(parse).not.toHaveBeenCalledWith(expect.stringContaining('[[['));
  parse.mockRestore();
  expect([answer.status, await answer.json()]).toEqual([400, expect.objectContaining({ code: 'INVALID_INPUT' })]);
  expect((await post('/rpc/say', { what: '[{"\\['.repeat(100) })).status).toBe(200);
  expect((await post('/rpc/echo', '['.repeat(400_000))).status).toBe(413);
});
