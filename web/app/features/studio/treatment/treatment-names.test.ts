import { expect, test } from 'vitest';
import { doseResponse, treatmentNames } from '#engine/dose-response.ts';
import planEn from '#messages/en/plan-document.json' with { type: 'json' };
import studioEn from '#messages/en/studio.json' with { type: 'json' };
import planFr from '#messages/fr/plan-document.json' with { type: 'json' };
import studioFr from '#messages/fr/studio.json' with { type: 'json' };

test.each(treatmentNames)(
  '%s has its name in both languages: in the studio, and where it is injected in the plan',
  (name) => {
    const injected = doseResponse[name].family !== 'laser';
    for (const words of [studioEn, studioFr, ...(injected ? [planEn, planFr] : [])])
      expect(words).toHaveProperty([`treatment.${name}`]);
  },
);
