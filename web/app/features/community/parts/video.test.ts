import { expect, test } from 'vitest';
import { videoOf } from './video.ts';

test('a link of each of the three providers becomes one address for the embedded player', () => {
  expect(videoOf('https://www.youtube.com/watch?v=aqz-KE-bpKQ&t=3')?.embed).toBe(
    'https://www.youtube-nocookie.com/embed/aqz-KE-bpKQ',
  );
  expect(videoOf(' https://youtu.be/aqz-KE-bpKQ ')?.key).toBe('youtube:aqz-KE-bpKQ');
  expect(videoOf('https://vimeo.com/76979871')?.embed).toBe('https://player.vimeo.com/video/76979871');
  expect(videoOf('https://www.dailymotion.com/video/x84sh87_a-title')?.key).toBe('dailymotion:x84sh87');
  expect(videoOf('vimeo:76979871')?.url).toBe('https://vimeo.com/76979871');
});

test('any other link is not a video', () => {
  for (const link of [
    null,
    '',
    'javascript:alert(1)',
    'http://youtu.be/aqz-KE-bpKQ',
    'https://evil.example/watch?v=aqz-KE-bpKQ',
    'https://youtube.com.evil.example/watch?v=aqz-KE-bpKQ',
    'https://www.youtube.com/watch?v="><script>',
    'youtube:"><script>',
    'constructor:aqz-KE-bpKQ',
    'https://vimeo.com/about',
  ])
    expect(videoOf(link)).toBeUndefined();
});
