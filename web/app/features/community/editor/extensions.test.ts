import { getSchema } from '@tiptap/core';
import { expect, test } from 'vitest';
import { extensions } from './extensions.ts';
import { mentionList } from './mention-list.ts';
import { groupsFor } from './tools.ts';

test.each([
  [true, ['image', 'video']],
  [false, []],
])('an editor offers images and videos only if the text may have them: %s', (hasMedia, offered) => {
  const isMedia = (name: string) => ['image', 'video'].includes(name);
  const mentions = mentionList(() => Promise.resolve([]));
  expect(Object.keys(getSchema(extensions('', mentions, hasMedia)).nodes).filter(isMedia)).toEqual(offered);
  const tools = groupsFor(hasMedia)
    .flat()
    .map(({ name }) => name);
  expect(tools.filter(isMedia)).toEqual(offered);
  expect(tools).toContain('table');
});
