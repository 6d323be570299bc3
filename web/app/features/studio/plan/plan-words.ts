import type { i18n as I18n } from 'i18next';
import type { Language } from '#web/paths.ts';
import { amountFormat } from '../treatment/dose-words.ts';
import type { PlanWords } from './propose-plan.ts';

const catalogues = {
  en: () => import('#messages/en/studio.json'),
  fr: () => import('#messages/fr/studio.json'),
};
const regions = { en: 'en-GB', fr: 'fr-FR' } as const;

export const planLanguage = (language: string): Language => (language.startsWith('fr') ? 'fr' : 'en');

/** Words of the plan in the patient's language, whatever language the doctor's screen is in. */
export async function planWords(i18n: I18n, language: Language): Promise<PlanWords> {
  if (!i18n.hasResourceBundle(language, 'studio')) {
    const { default: catalogue } = await catalogues[language]();
    i18n.addResourceBundle(language, 'studio', catalogue);
  }
  const t = i18n.getFixedT(language, 'studio');
  const list = new Intl.ListFormat(regions[language]);
  const amount: PlanWords['amount'] = (value, unit) =>
    `${amountFormat(language, unit)(value)}\u00a0${t(`unit.${unit}`)}`;
  const named = (id: string) => t(`treatment.${id as 'cheek'}`);
  return {
    area: named,
    list: (areas) =>
      list.format(areas.map((area, at) => (at === 0 ? area : area.charAt(0).toLowerCase() + area.slice(1)))),
    amount,
    sides: (right, left) => t('proposal.sides', { right, left }),
    // A filler of a later version has no sentence of its own yet.
    rationale: (what) => t([`proposal.${what as 'cheek'}`, 'proposal.hyaluronic_acid']),
    risks: (kind) => t(`risks.${kind as 'botox'}`),
    alternatives: (kind) => t(`alternatives.${kind as 'botox'}`),
  };
}
