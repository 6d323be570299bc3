import { expect, test } from 'vitest';
import en from '#messages/en/legal.json' with { type: 'json' };
import fr from '#messages/fr/legal.json' with { type: 'json' };
import { DEVICE_LIFE_DAYS } from '#server/domains/identity/known-devices.ts';
import { assertNamed, cookies } from './cookies.ts';

const texts = { en: en['privacy.8.text'], fr: fr['privacy.8.text'] };
const numbers = { en: 'six cookies', fr: 'six cookies' };

// The test browser refuses every cookie that is not in the list, so all server tests compare the list with the code.
test.each(['en', 'fr'] as const)(
  'the privacy policy names each cookie of the service and no other, in %s',
  (language) => {
    const points = texts[language].split('\n').filter((line) => line.startsWith('- '));
    const names = Object.values(cookies).map((names) => names[language]);
    for (const name of names)
      expect(
        points.filter((point) => point.includes(name)),
        name,
      ).toHaveLength(1);
    expect(points).toHaveLength(names.length);
    expect(texts[language]).toContain(numbers[language]);
    expect(texts[language]).toContain(`${DEVICE_LIFE_DAYS}`);
  },
);

test('the test browser refuses a cookie that the privacy policy does not name', () => {
  for (const name of ['flaira_lead', '__Host-flaira_device', '__Secure-flaira.session_token']) assertNamed(name);
  expect(() => assertNamed('flaira_visits')).toThrow('flaira_visits');
});
