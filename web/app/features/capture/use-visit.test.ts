import { expect, test } from 'vitest';
import { standAfterFault, visitOf } from './use-visit.ts';

test('openCamera, mode, photo and return are read from the query string', () => {
  const visit = visitOf('?openCamera=1&mode=retake&return=/dashboard');
  expect(visit).toEqual({ isRetake: true, opensCamera: true, wanted: [], back: '/dashboard' });
  expect(visitOf('')).toEqual({ isRetake: false, opensCamera: false, wanted: [], back: undefined });
  expect(visitOf('?mode=retake&photo=smile&photo=front').wanted).toEqual(['smile', 'front']);
  expect(visitOf('?mode=retake&photo=<script>').wanted).toEqual([]);
});

test.each(['//evil.example', '/\\evil.example', '/a\\b', 'https://evil.example', 'javascript:alert(1)', ''])(
  '%s is not a valid return path',
  (path) => {
    expect(visitOf(`?mode=retake&return=${encodeURIComponent(path)}`).back).toBeUndefined();
  },
);

test('if the photos cannot be loaded, a signed-in person is not asked for the consent of a visitor', () => {
  expect(standAfterFault('?mode=retake&openCamera=1')).toBe('failed');
  expect(standAfterFault('')).toBe('primer');
});
