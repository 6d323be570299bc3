import { expect, test } from 'vitest';
import { blocksOf } from './text-blocks.ts';

test('returns the beginning of a text as plain blocks', () => {
  const html =
    '<p>Two <strong>calm</strong> weeks.<br>Then this.</p><h2>Why</h2><ul><li>sun</li><li>wind</li></ul>' +
    '<blockquote><p>Wait.</p></blockquote><table><tbody><tr><th>Day</th><th>Seen</th></tr><tr><td>1</td><td>red</td></tr></tbody></table>' +
    '<img src="/community-assets/posts/a.webp" alt="" width="40" height="30"><p></p>';
  expect(blocksOf(html)).toEqual([
    { words: 'Two calm weeks. Then this.' },
    { heading: 'Why' },
    { items: ['sun', 'wind'] },
    { quote: 'Wait.' },
    { columns: ['Day', 'Seen'], table: [['1', 'red']] },
    { picture: '/community-assets/posts/a.webp', width: '40', height: '30' },
  ]);
});

test('ends a long text after more than any window shows', () => {
  expect(blocksOf('<p>0123456789</p>'.repeat(1000)).length).toBeLessThan(200);
});
