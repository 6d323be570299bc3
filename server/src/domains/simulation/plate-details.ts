import type { Language } from '#contract/base.ts';
import type { Style } from '#contract/drafts.ts';
import en from '#messages/en/simulation.json' with { type: 'json' };
import fr from '#messages/fr/simulation.json' with { type: 'json' };

const words = { en, fr } as const;

/** What stands in the picture behind "images virtuelles": the style in the patient's language, and the day. */
export function plateDetails(style: Style, language: Language, at: Date): string {
  const format = new Intl.DateTimeFormat(language === 'fr' ? 'fr-FR' : 'en-GB', {
    dateStyle: 'medium',
    timeZone: 'Europe/Paris',
  });
  return `${words[language][`style.${style}`]} · ${format.format(at).replace('.', '')}`;
}
