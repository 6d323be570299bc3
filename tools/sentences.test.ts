import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const folder = join(import.meta.dirname, '../messages');

type Sentences = readonly (readonly [key: string, text: string])[];

/** Returns every sentence of a language by domain, without the omitted domains. */
function sentencesOf(language: string, without: readonly string[]): Sentences {
  return readdirSync(join(folder, language))
    .map((file) => file.replace('.json', ''))
    .filter((domain) => !without.includes(domain))
    .flatMap((domain) => {
      const catalogue = JSON.parse(readFileSync(join(folder, language, `${domain}.json`), 'utf8')) as object;
      return Object.entries(catalogue).map(([key, text]) => [`${domain}.${key}`, String(text)] as const);
    });
}

const found = (sentences: Sentences, pattern: RegExp, exempt: readonly string[]): string[] =>
  sentences
    .filter(
      ([key, text]) =>
        pattern.test(text) && !exempt.some((start) => key === start || (start.endsWith('.') && key.startsWith(start))),
    )
    .map(([key, text]) => `${key}: ${text}`);

type Rule = readonly [pattern: RegExp, instead: string, ...exempt: string[]];

const named = (rules: readonly Rule[]) => rules.map(([pattern, instead, ...exempt]) => ({ pattern, instead, exempt }));

/** Legal texts and consents are versioned and hashed, so they change only with their next version. */
const versioned = ['legal', 'consent'];

/**
 * English words that we avoid, their replacements, and the exempt keys. Exempt are testimonials and sentences that the
 * specification quotes.
 */
const never: readonly Rule[] = [
  [/\be-mails?\b/i, 'email'],
  [/(?<![\w-])mails?\b/i, 'email'],
  [/\btelephones?\b/i, 'phone'],
  [/\bpictures?\b/i, 'photo or image', 'site.voice.'],
  [
    /\blog(?:ged|ging)?[ -]in\b|\blogin\b(?!\))/i,
    'sign in',
    'appointments.fault.signedOut',
    'identity.code.restart',
    'identity.reset.back',
  ],
  [/second factor/i, 'two-step sign-in'],
  [/\bbookings?\b/i, 'appointment'],
  [/\bagreements?\b/i, 'consent'],
  [/\b(?:take|took|taken|taking) (?:(?:it|them|this|your \w+) )?back\b/i, 'withdraw'],
  [/\b(?:give|gave|given|giving) back\b|\b(?:money|it) goes back\b/i, 'refund'],
  [/\bf(?:a|e)ll(?:s|en)? away\b/i, 'cancelled'],
  [/\b(?:some|any|every)body\b/i, 'someone, anyone, everyone', 'site.voice.'],
  [/\bby (?:it|them)sel(?:f|ves)\b/i, 'automatically'],
  [/\bmeanwhile\b/i, 'in the meantime'],
  [/\b(?:not|nobody|never|neither|no)\b[^.]*\bany ?more\b(?! \w)/i, 'no longer'],
  [/measuring error/i, 'measurement error'],
  [/distress about looks/i, 'distress about appearance'],
  [/\bshall\b/i, 'should'],
  [/\bstands?\b/i, 'is, appears, stays'],
  [/(?<!out )\bof 100\b/i, 'out of 100'],
  [/\bstrong pain\b/i, 'severe pain'],
  [/^There (?:is|are) no \w+ yet/i, 'No … yet'],
  [/\b(?:a|your|their|this|the) wish(?:es)?\b/i, 'request'],
  [/\b(?:date|paper|version|results?|document)s? asked for\b/i, 'requested'],
  [/\b\d+(?:st|nd|rd|th)\b/, 'no ordinals in dates'],
  [/!/, 'no exclamation marks', 'identity.login.success', 'identity.reset.toast'],
  [/^(?:Under|Below|Behind|Beside) \w+ \w+ (?:is|are|lie|comes?)\b/, 'start with the person or the thing'],
  [
    /^(?:Whoever|Whatever|Whose|Who (?:is|has|was|can|may|decides))\b[^?]*$/m,
    'start with the person',
    'site.faq.description',
  ],
];

test.each(named(never))('English says $instead instead of $pattern', ({ pattern, exempt }) => {
  expect(found(sentencesOf('en', versioned), pattern, exempt)).toEqual([]);
});

/**
 * Domains without these checks: screens for staff, which may say "le patient", and versioned texts, which cannot
 * change.
 */
const notThePatients = ['admin', 'studio', 'content', ...versioned];

/**
 * French words with a gender that address the reader or mean people in general. The patterns do not match parts of
 * longer words.
 */
const oneGender: readonly Rule[] = [
  [
    /(?:\bvous (?:êtes|serez|étiez|seriez|soyez|restez|resterez|avez été|aurez été|sentez)|(?<!\p{L})(?:êtes|serez|étiez|sentez)-vous)(?: (?:déjà|bien|toujours|pas|encore|plus|maintenant|souvent))* (?!ici\b|aussi\b|maintenant|membre|libre|capable|responsable)\p{L}*(?:é|i|u|it|is|ert|eux|if|ain|ant|el)s?(?!\p{L})/iu,
    'a participle or an adjective that agrees with "vous"',
  ],
  [
    /(?:^|[.!?:] )(?:Connecté|Déconnecté|Inscrit|Abonné|Averti|Informé|Prêt|Satisfait|Invité|Identifié|Suspendu|Banni|Exclu|Bienvenu)(?!\p{L})/u,
    'a participle without a subject',
  ],
  [
    /(?<!\p{L})(?:utilisateurs?|administrateurs?|abonnés?|inscrits?|confrères?|participants?|lecteurs?|celui qui|tout seul|vous seul|seul vous)(?!\p{L})/iu,
    'a masculine noun for people',
    // The sentence names doctors by their title.
    'site.medical.1.text',
  ],
  [/\p{L}·\p{L}|\((?:e|ne|se|trice)s?\)/u, 'a middle dot or brackets'],
  [
    /(?<!\p{L})(?:êtes-vous|vous sentez-vous|vous êtes) (?:\p{L}+ )?(?:satisfait|inquiet|anxieux|honteux|triste et seul|enceint|majeur|sûr|certain|prêt)(?!\p{L})/iu,
    'an adjective that agrees with the reader',
  ],
];

test.each(named(oneGender))('no French sentence of the patient’s domains has $instead', ({ pattern, exempt }) => {
  expect(found(sentencesOf('fr', notThePatients), pattern, exempt)).toEqual([]);
});

/** One sentence for each English rule, in the order of the rules. */
const brokenEnglish = [
  'We sent you an e-mail.',
  'Read the mail.',
  'Enter your telephone number.',
  'This picture is too dark.',
  'Back to login',
  'Set up a second factor.',
  'Your booking is confirmed.',
  'Your agreement is recorded.',
  'You may take it back at any time.',
  'The money goes back to your card.',
  'Two appointments fell away.',
  'Somebody asks for you.',
  'It is deleted by itself.',
  'Meanwhile, you can answer.',
  'It is not shown any more.',
  'A smaller change is within the measuring error.',
  'Tell us about distress about looks.',
  'Shall a doctor judge it?',
  'The date stands below.',
  '78 of 100',
  'Strong pain after an injection',
  'There is no offer yet.',
  'Say your wishes.',
  'The papers asked for are ready.',
  'On the 3rd of June',
  'Well done!',
  'Under each question is the reason.',
  'Whoever is suspended gets no patients.',
];

test.each(never.map(([pattern], index) => ({ pattern, text: brokenEnglish[index] ?? '' })))(
  '$pattern finds “$text”',
  ({ pattern, text }) => {
    expect(found([['site.example', text]], pattern, [])).toEqual([`site.example: ${text}`]);
    expect(found([['site.example', text]], pattern, ['site.'])).toEqual([]);
  },
);

/** Sentences for each French rule, in the order of the rules. */
const brokenFrench = [
  [
    'Vous êtes connecté.',
    'Vous serez bien informé.',
    'Vous resterez déjà inscrit.',
    'Êtes-vous satisfait ?',
    'Êtes-vous déjà connecté ?',
  ],
  ['Abonné depuis mars', 'Trop tard. Exclu du groupe'],
  ['Les utilisateurs', 'Un administrateur vous répond', 'Celui qui signe'],
  ['connecté·e', 'certain(e)s'],
  ['Vous sentez-vous inquiet ?', 'Vous êtes sûr ?'],
];

test.each(oneGender.map(([pattern], index) => ({ pattern, texts: brokenFrench[index] ?? [''] })))(
  '$pattern finds $texts',
  ({ pattern, texts }) => {
    for (const text of texts) expect(found([['care.example', text]], pattern, []), text).toHaveLength(1);
  },
);

test('the rule against sentences for one gender accepts French sentences that address everyone', () => {
  const forEverybody = [
    'Vous êtes maintenant membre',
    'Vous êtes libre de refuser',
    'Connexion réussie',
    'Le résultat vous satisfait-il ?',
  ];
  for (const text of forEverybody) expect(oneGender.some(([pattern]) => pattern.test(text))).toBe(false);
});

test('the checks of sentences cover the sentences of the screens', () => {
  const english = sentencesOf('en', versioned);
  expect(english.length).toBeGreaterThan(4000);
  expect(english.map(([key]) => key)).toContain('care.urgent.lead');
  const french = sentencesOf('fr', notThePatients);
  for (const domain of ['capture', 'questionnaire', 'dashboard', 'care', 'mail', 'treatment-plan'])
    expect(french.some(([key]) => key.startsWith(`${domain}.`))).toBe(true);
});

test.each(readdirSync(folder))('%s: a button that ends sharing has its visible words in its name', (language) => {
  const friends = JSON.parse(readFileSync(join(folder, language, 'friends.json'), 'utf8')) as Record<string, string>;
  expect(friends['stop.with']).toContain(friends.stop);
});

/** A friend's first name and the first letter of the last name, as each language says it. */
const initial =
  /last initial|initiale d[ue]|Anfangsbuchstaben [dI]|inicial del apellido|iniziale del (Suo )?cognome|inicial do (seu )?sobrenome|букву (вашей )?фамилии|الحرف الأول من اسم (العائلة|عائلتكم)|姓氏首字|姓の頭文字|성의 첫 글자/;
test.each(readdirSync(folder))('%s: friends are told that they see a last initial too', (language) => {
  const told = [
    'dashboard-cards.friends.none_text',
    'dashboard-cards.invite.text',
    'friends.lead',
    'friends.invite.fact.shared',
    'friends.invite.connected_text',
    'mail.friend_connected.text',
  ];
  const texts = sentencesOf(language, []).filter(([key]) => told.includes(key));
  expect(texts).toHaveLength(told.length);
  expect(texts.filter(([, text]) => !initial.test(text))).toEqual([]);
});

/**
 * People who pay yearly commit to a year. The sentence below the plans may therefore promise "no annual commitment"
 * only for monthly payment.
 */
const byTheMonth = /by the month|au mois|monatlich|al mes|al mese|por mês|помесячной|شهريًا|按月|月払い|월 단위/;
test.each(readdirSync(folder))('%s: only monthly payment is without an annual commitment', (language) => {
  const billing = JSON.parse(readFileSync(join(folder, language, 'billing.json'), 'utf8')) as Record<string, string>;
  expect(billing['plans.foot.1']).toMatch(byTheMonth);
});
