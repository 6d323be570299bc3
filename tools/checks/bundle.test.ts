import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { overBudget, weigh } from './bundle.ts';

test('the size of a page is the compressed size of the page and of the files that it names, each counted once', () => {
  const client = mkdtempSync(join(tmpdir(), 'flaira-bundle-'));
  mkdirSync(join(client, 'assets'));
  // Random bytes cannot be compressed, so 2 kB stay 2 kB.
  for (const file of ['a.js', 'b.js', 'later.js', 'a.css'])
    writeFileSync(join(client, 'assets', file), randomBytes(2000));
  const html = `<link rel="stylesheet" href="/assets/a.css"/><link rel="modulepreload" href="/assets/a.js"/>
    <script type="module">import "/assets/a.js"; import "/assets/b.js";</script>`;
  expect(weigh(client, html)).toEqual({ js_kb: 4, css_kb: 2, html_kb: 0.1 });
  rmSync(client, { recursive: true });
});

test('the check of page sizes names each kind of file that is over its limit', () => {
  expect(overBudget({ js_kb: 10, css_kb: 5, html_kb: 1 }, { js_kb: 8.5, css_kb: 5, html_kb: 2 })).toEqual([
    'js is 1.5 kB over the budget.',
  ]);
});
