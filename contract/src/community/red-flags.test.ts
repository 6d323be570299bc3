import { expect, test } from 'vitest';
import { type RedFlag, redFlagIn } from './red-flags.ts';

test.each<[RedFlag | null, string]>([
  ['vision', 'Two hours after my filler I can’t see out of my left eye'],
  ['vision', '<p>My vision is blurry since the injection.</p>'],
  ['vision', 'Depuis ce matin je vois double'],
  ['vision', 'J’ai perdu la vue d’un œil, que faire ?'],
  ['breathing', 'I have trouble breathing, is it normal after Botox?'],
  ['breathing', 'My tongue is swelling'],
  ['breathing', 'J’ai du mal à avaler depuis hier'],
  ['breathing', 'Je n’arrive plus à respirer'],
  ['blanching', 'The skin above my lip turned white right after'],
  ['blanching', 'Ma peau est devenue grise autour du nez'],
  ['severe_pain', 'Severe pain in my cheek tonight'],
  ['severe_pain', 'The pain is getting worse every hour'],
  ['severe_pain', 'Une douleur insupportable après l’injection'],
  ['weakness', 'My face is drooping and my arm is weak'],
  ['weakness', 'J’ai des difficultés à parler'],
  ['fever', 'I have a fever and the cheek is hot and swollen'],
  ['fever', 'La joue est gonflée et j’ai de la fièvre'],
  ['distress', 'I look so bad that I want to die'],
  ['distress', 'J’ai envie de mourir'],
  // The gravest first.
  ['distress', 'Severe pain, and I want to die'],
  [null, 'Warmth and flaking are expected for five to seven days.'],
  [null, 'No trouble breathing, no fever, just redness.'],
  [null, 'Aucune douleur intense, pas de fièvre, joue un peu rouge'],
  [null, 'Pale skin and how to choose a sunscreen'],
  [null, 'I can see a difference after two weeks'],
  [null, 'One eyelid is a little lower than the other'],
  [null, 'Je vois une belle différence'],
  [null, 'A painful but short session'],
])('%s: %s', (expected, text) => {
  expect(redFlagIn(text)).toBe(expected);
});
