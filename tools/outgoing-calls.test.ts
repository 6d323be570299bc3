import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const root = join(import.meta.dirname, '..');

/**
 * Files in which `fetch` is not the function of Node.js, or that only tests use. A request for a calendar may follow up
 * to three redirects. `fetchCalendar` checks the target of each, and `fetch-calendar.test.ts` tests this.
 */
const otherFetch = new Set([
  'server/src/domains/bookings/calendars/read-busy.ts',
  'server/src/platform/http/test-service.ts',
]);

/** Returns each call of `fetch` in a source text, with its arguments. */
function callsIn(text: string): string[] {
  return [...text.matchAll(/(?<![.\w])fetch\(/g)].map(({ index }) => {
    let depth = 0;
    let at = text.indexOf('(', index);
    do {
      if (text[at] === '(') depth++;
      if (text[at] === ')') depth--;
      at++;
    } while (depth > 0 && at < text.length);
    return text.slice(index, at);
  });
}

test('every call of the service to another server follows no redirect', () => {
  const files = globSync('server/src/**/*.ts', { cwd: root }).filter(
    (file) => !file.endsWith('.test.ts') && !otherFetch.has(file),
  );
  const calls = files.flatMap((file) =>
    callsIn(readFileSync(join(root, file), 'utf8')).map((call) => ({ file, call })),
  );
  expect(calls.length).toBeGreaterThan(4);
  expect(calls.filter(({ call }) => !/\bredirect: '(error|manual)'/.test(call)).map(({ file }) => file)).toEqual([]);
});
