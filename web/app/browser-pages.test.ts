import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { browserPages } from '../browser-pages.ts';

const emptied = (file: string): string | undefined => {
  const { transform } = browserPages();
  if (typeof transform !== 'function') throw new Error('the plugin transforms nothing');
  const path = `${import.meta.dirname}/${file}`;
  const result = transform.call(undefined as never, readFileSync(path, 'utf8'), path);
  return (result as { code: string } | undefined)?.code;
};

test('for a page that only the browser draws, the development server loads no imports, but keeps the page’s settings', () => {
  expect(emptied('routes/admin-cases.tsx')).not.toContain('import');
  expect(emptied('routes/admin-layout.tsx')).not.toContain('import');
  expect(emptied('features/shell/studio-layout.tsx')).toContain(`theme: 'studio'`);
});

test('modules of pages that the service or the build draws are not changed, and neither are layouts with a loader', () => {
  expect(emptied('routes/home.tsx')).toBeUndefined();
  expect(emptied('routes/login.tsx')).toBeUndefined();
  expect(emptied('features/shell/bare-layout.tsx')).toBeUndefined();
  expect(emptied('features/shell/drawn-public-layout.tsx')).toBeUndefined();
});
