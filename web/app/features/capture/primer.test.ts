import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { Primer } from './primer.tsx';

test('neither button starts before the page knows whether the person has an account', () => {
  const busyIn = (isReady: boolean) =>
    renderToStaticMarkup(createElement(Primer, { isReady, onStart: () => Promise.resolve() })).match(
      /<button[^>]*busy/g,
    );
  expect(busyIn(false)).toHaveLength(2);
  expect(busyIn(true)).toBeNull();
});
