import { expect, test } from 'vitest';
import { warmUp } from './page-renderer.ts';

test('at the start, every page without parameters is drawn once, and so is a first view', async () => {
  const drawn: string[] = [];
  await warmUp({
    renderer: {
      drawPage: async ({ url }) => {
        drawn.push(url);
        return { status: 200, html: '', hashes: { scripts: [], styles: [] }, isPrivate: false };
      },
      warmFirstView: async () => void drawn.push('first view'),
    },
    origin: 'https://flaira.example',
    pages: ['/home', '/people/:name', '/terms'],
    service: {},
  });
  expect(drawn).toEqual(['https://flaira.example/home', 'https://flaira.example/terms', 'first view']);
});
