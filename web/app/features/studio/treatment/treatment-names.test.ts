import { expect, test } from 'vitest';
import { treatmentNames } from '#engine/dose-response.ts';
import studioEn from '#messages/en/studio.json' with { type: 'json' };
import studioFr from '#messages/fr/studio.json' with { type: 'json' };

test.each(treatmentNames)('%s has a name in the studio in both languages', (name) => {
  for (const words of [studioEn, studioFr]) expect(words).toHaveProperty([`treatment.${name}`]);
});
