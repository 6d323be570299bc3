import { type ContentOf, SampleStatistics, type SiteBlock, type SiteContent } from '#contract/site.ts';
import en from '#messages/en/site.json' with { type: 'json' };
import fr from '#messages/fr/site.json' with { type: 'json' };
import type { BlockPlace } from './site.queries.ts';

export interface Block {
  readonly content: SiteContent;
  readonly is_shown: boolean;
  readonly reason: string;
  readonly is_confirmed: boolean;
}

const messages = { en, fr } as const;
type Words = (typeof messages)['en'];

/** Returns the sample of a block, which is shown until the block is published for the first time. */
export function sampleBlock({ region, language, block }: BlockPlace): Block {
  const words: Words = messages[language];
  const content = { block, content: samples[block](words) } as SiteContent;
  // French law on medical advertising forbids patient testimonials.
  const isForbidden = region === 'FR' && block === 'testimonials';
  return { content, is_shown: !isForbidden, reason: isForbidden ? words['voices.forbidden'] : '', is_confirmed: false };
}

const samples: { [B in SiteBlock]: (words: Words) => ContentOf<B> } = {
  statistics: () => SampleStatistics,
  claims: (words) => ({
    rating: words['claims.rating'],
    customers_home: words['claims.customers_home'],
    customers_offer: words['claims.customers_offer'],
    practitioners: words['claims.practitioners'],
    results: ([1, 2, 3] as const).map((nth) => ({
      figure: words[`results.${nth}.figure`],
      title: words[`results.${nth}.title`],
      text: words[`results.${nth}.text`],
    })),
  }),
  testimonials: (words) => ({
    entries: ([1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const).map((nth) => ({
      name: words[`voice.${nth}.name`],
      age: Number(words[`voice.${nth}.age`]),
      city: words[`voice.${nth}.city`],
      quote: words[`voice.${nth}.quote`],
    })),
  }),
  contact: (words) => ({
    organisation: words['contact.organisation'],
    street: words['contact.street'],
    postal_code: words['contact.postal_code'],
    city: words['contact.city'],
    country: words['contact.country'],
    email: words['contact.email'],
    phone: words['contact.phone'],
    legal_notice: '',
  }),
  seller: (words) => ({
    name: words['seller.name'],
    legal_form: words['seller.legal_form'],
    street: words['contact.street'],
    postal_code: words['contact.postal_code'],
    city: words['contact.city'],
    country: words['contact.country'],
    registration: words['seller.registration'],
    vat_id: words['seller.vat_id'],
    vat_percent: 20,
    vat_note: '',
  }),
  plans: () => ({ wording: 'specified' }),
  rights: () => ({ mediator: '', mediator_address: '', mediator_site: '', privacy_contact: '', privacy_email: '' }),
  social: () => ({ instagram: '', facebook: '', linkedin: '', youtube: '', tiktok: '' }),
};
