import { expect, test } from 'vitest';
import { uploadAll } from './uploads.ts';

test('an image counts as waiting until it is in the text, so that the text is not sent without it', async () => {
  const seen: (string | number)[] = [];
  let waiting = 0;
  await uploadAll([new File([], 'one.png'), new File([], 'broken.png'), new File([], 'two.png')], {
    upload: async ({ name }) => {
      if (name === 'broken.png') throw new Error('refused');
      return { src: name };
    },
    insert: ({ src }) => seen.push(src, waiting),
    onFault: ({ name }) => seen.push(name, waiting),
    onWaiting: (change) => (waiting += change),
  });
  expect(seen).toEqual(['one.png', 3, 'broken.png', 2, 'two.png', 1]);
  expect(waiting).toBe(0);
});
