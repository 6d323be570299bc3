import type { Language } from '#contract/base.ts';
import { rulesOf } from '#contract/regions.ts';
import { type ContentOf, type SiteBlock, SiteRegions, type SiteRegion, SocialNetworks } from '#contract/site.ts';
import type { PageData } from '#server/platform/http/page-template.ts';
import { absence, type Block, sampleBlock, speaker } from './sample-content.ts';
import type { Blocks } from './published.ts';
import type { Place } from './site.queries.ts';

const networkNames = {
  instagram: 'Instagram',
  facebook: 'Facebook',
  linkedin: 'LinkedIn',
  youtube: 'YouTube',
  tiktok: 'TikTok',
} as const;
const locales = { en: 'en-GB', fr: 'fr-FR' } as const;

/** The marks that public pages carry, with what stands behind them for this region and language. */
export function fillSite(place: Place, blocks: Blocks): PageData {
  const plans = planWording(place.region, blocks);
  return {
    plans: { ...plans },
    statistics: { ...switches(blocks.statistics), ...statistics(contentOf(blocks, 'statistics'), place.language) },
    claims: { ...switches(blocks.claims), ...claims(contentOf(blocks, 'claims'), place.language) },
    testimonials: {
      ...switches(blocks.testimonials),
      is_shown: blocks.testimonials.is_shown && !plans.hides_testimonials,
      entries: contentOf(blocks, 'testimonials').entries.map(({ quote, ...who }) => ({
        quote,
        who: speaker(place.language, who),
      })),
      is_sample: blocks.testimonials.is_shown && !blocks.testimonials.is_confirmed,
      notice: absence(place.language, place.region === 'FR' || plans.hides_testimonials),
    },
    contact: { ...switches(blocks.contact), ...contact(contentOf(blocks, 'contact')) },
    rights: { ...switches(blocks.rights), ...rights(contentOf(blocks, 'rights')) },
    seller: { ...switches(blocks.seller), ...seller(contentOf(blocks, 'seller')) },
    social: social(blocks.social.is_shown ? contentOf(blocks, 'social') : null),
  };
}

/** What plans and pages leave out: nothing in the specification's wording, else what the rules of the region forbid. */
export function planWording(region: SiteRegion, blocks: Blocks) {
  const isLawful = contentOf(blocks, 'plans').wording === 'lawful';
  const { medicines, discounts, testimonials } = rulesOf(region).show;
  return {
    hides_medicines: isLawful && !medicines.may,
    hides_discounts: isLawful && !discounts.may,
    hides_testimonials: isLawful && !testimonials.may,
  };
}

/** The country that the operator's proxy found, else what the language suggests: French pages keep to French law. */
export function regionOf(language: Language, country: string | null): SiteRegion {
  const named = SiteRegions.find((region) => region === country?.toUpperCase());
  if (country) return named ?? 'global';
  return language === 'fr' ? 'FR' : 'global';
}

const contentOf = <B extends SiteBlock>(blocks: Blocks, block: B): ContentOf<B> =>
  blocks[block].content.content as ContentOf<B>;

const switches = ({ is_shown, is_confirmed }: Block) => ({ is_shown, is_confirmed });

function statistics(figures: ContentOf<'statistics'>, language: Language): PageData {
  const number = new Intl.NumberFormat(locales[language]);
  return {
    clinics: number.format(figures.clinics),
    clinics_count: figures.clinics,
    doctors: number.format(figures.doctors),
    doctors_count: figures.doctors,
    patients: number.format(figures.patients),
    patients_count: figures.patients,
  };
}

/** The small drawings under the key results show the figures of the sample, so another figure goes without. */
function claims({ results, ...texts }: ContentOf<'claims'>, language: Language): PageData {
  const drawn = sampleBlock({ region: 'global', language, block: 'claims' }).content.content as ContentOf<'claims'>;
  const withDrawings = results.map((result, index) => ({
    ...result,
    visibility: result.figure === drawn.results[index]?.figure ? null : 'hidden',
  }));
  const [first, second, third] = withDrawings;
  return { ...texts, first, second, third };
}

const contact = ({ legal_notice, ...details }: ContentOf<'contact'>): PageData => ({
  organisation: details.organisation,
  street: details.street,
  town: `${details.postal_code} ${details.city}`,
  country: details.country,
  email: details.email,
  email_link: `mailto:${details.email}`,
  phone: details.phone,
  phone_link: `tel:${details.phone.replace(/[^+\d]/g, '')}`,
  has_notice: legal_notice !== '',
  legal_notice: legal_notice.split('\n').filter(Boolean),
});

const rights = (contacts: ContentOf<'rights'>): PageData => ({
  ...contacts,
  privacy_link: `mailto:${contacts.privacy_email}`,
  has_privacy: contacts.privacy_contact + contacts.privacy_email !== '',
  has_mediator: contacts.mediator !== '',
});

const seller = ({ postal_code, city, ...details }: ContentOf<'seller'>): PageData => ({
  ...details,
  town: `${postal_code} ${city}`,
  has_vat_id: details.vat_id !== '',
});

/** A network without an address has no icon. */
function social(addresses: ContentOf<'social'> | null): PageData {
  const used = SocialNetworks.filter((network) => addresses?.[network]);
  const links = used.map((network) => ({
    name: networkNames[network],
    address: addresses?.[network],
    icon: `/social.svg#${network}`,
  }));
  return { has_links: links.length > 0, links };
}
