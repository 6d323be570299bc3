import * as z from 'zod';
import { Id, Instant, Language, Role, rpc, text } from './base.ts';
import { RuledCountries } from './regions.ts';

/**
 * Blocks of public content, one for each region and language. An administrator can change them without a new build. If
 * a block was never published for a region, the site shows the 'global' block. If the 'global' block was never
 * published either, the site shows the original sample. If the law of a region forbids the sample of a block, that
 * region never uses the 'global' block.
 */
export const siteRefusals = {
  /** Another administrator saved this block after the caller had loaded it. */
  SITE_CONTENT_CHANGED: { status: 409 },
} as const;

/** The countries that have rules in `regions.ts`. 'global' means all other countries. */
export const SiteRegions = ['global', ...RuledCountries] as const;
export const SiteRegion = z.enum(SiteRegions);
export type SiteRegion = z.infer<typeof SiteRegion>;

export const SiteBlocks = [
  'statistics',
  'claims',
  'testimonials',
  'contact',
  'social',
  'plans',
  'rights',
  'seller',
] as const;
export const SiteBlock = z.enum(SiteBlocks);
export type SiteBlock = z.infer<typeof SiteBlock>;
/**
 * The blocks that a region can change. The block 'seller' exists only under 'global' and cannot be switched off,
 * because the same company issues all invoices.
 */
export const RegionalBlocks = SiteBlocks.filter((block) => block !== 'seller');
export const blocksOfRegion = (region: SiteRegion): readonly SiteBlock[] =>
  region === 'global' ? SiteBlocks : RegionalBlocks;

/**
 * Wordings of the subscription plans on the site. `specified`: the text of the product specification. `lawful`: the
 * same text without the parts that the rules of the region forbid.
 */
export const Wordings = ['specified', 'lawful'] as const;
export type Wording = (typeof Wordings)[number];

export const SocialNetworks = ['instagram', 'facebook', 'linkedin', 'youtube', 'tiktok'] as const;
/** The maximum number of testimonials, and the maximum number of characters of each text. */
export const SiteLimits = { testimonials: 20, quote: 400, result: 160, reason: 300, legal_notice: 2000 } as const;

/** The figures of the specification. The site shows them until an administrator publishes other figures. */
export const SampleStatistics = { clinics: 20, doctors: 120, patients: 755 } as const;

const count = z.number().int().min(0).max(9_999_999);
const address = z.union([z.literal(''), z.url({ protocol: /^https$/ }).max(300)]);

export const Statistics = z.object({ clinics: count, doctors: count, patients: count });
export const Claims = z.object({
  rating: text(20),
  customers_home: text(30),
  customers_offer: text(30),
  practitioners: text(30),
  results: z.array(z.object({ figure: text(8), title: text(60), text: text(SiteLimits.result) })).length(3),
});
export const Testimonial = z.object({
  name: text(40),
  age: z.number().int().min(18).max(120),
  city: text(60),
  quote: text(SiteLimits.quote),
});
export const Testimonials = z.object({ entries: z.array(Testimonial).min(1).max(SiteLimits.testimonials) });
export const Contact = z.object({
  organisation: text(80),
  street: text(120),
  postal_code: text(12),
  city: text(60),
  country: text(60),
  email: z.email().max(120),
  phone: z
    .string()
    .trim()
    .regex(/^\+?[\d ().-]{6,24}$/),
  /**
   * The company's details that the region's law requires: company form, registration, director of publication, host.
   */
  legal_notice: text(SiteLimits.legal_notice, 0),
});
export const Social = z.object({
  instagram: address,
  facebook: address,
  linkedin: address,
  youtube: address,
  tiktok: address,
});
export const PlanWording = z.object({ wording: z.enum(Wordings) });
/** Contacts for consumers. Empty texts are not shown. */
export const Rights = z.object({
  mediator: text(120, 0),
  mediator_address: text(240, 0),
  mediator_site: address,
  /** The data protection officer, or else the person responsible for data protection. */
  privacy_contact: text(120, 0),
  privacy_email: z.union([z.literal(''), z.email().max(120)]),
});
/** The details of the seller that the law requires on invoices. */
export const Seller = z.object({
  name: text(120),
  /** Company form and share capital. */
  legal_form: text(120),
  street: text(120),
  postal_code: text(12),
  city: text(60),
  country: text(60),
  /** Name of the company register, and the company's number there. */
  registration: text(120),
  vat_id: text(30, 0),
  /** The VAT rate, in percent. Every price includes it. 0: no VAT is charged, and `vat_note` gives the reason. */
  vat_percent: z.number().min(0).max(30).multipleOf(0.1),
  vat_note: text(200, 0),
});
export type Seller = z.infer<typeof Seller>;

export const SiteContent = z.discriminatedUnion('block', [
  z.object({ block: z.literal('statistics'), content: Statistics }),
  z.object({ block: z.literal('claims'), content: Claims }),
  z.object({ block: z.literal('testimonials'), content: Testimonials }),
  z.object({ block: z.literal('contact'), content: Contact }),
  z.object({ block: z.literal('social'), content: Social }),
  z.object({ block: z.literal('plans'), content: PlanWording }),
  z.object({ block: z.literal('rights'), content: Rights }),
  z.object({ block: z.literal('seller'), content: Seller }),
]);
export type SiteContent = z.infer<typeof SiteContent>;
/** The content of the block with this name. */
export type ContentOf<B extends SiteBlock> = Extract<SiteContent, { block: B }>['content'];

const place = { region: SiteRegion, language: Language };
const settings = {
  /** False: the block is hidden everywhere on the site in this region and language. */
  is_shown: z.boolean(),
  /** The reason why the block is hidden. */
  reason: text(SiteLimits.reason, 0),
  /** False: the site labels the block as a sample, because no administrator has confirmed its content. */
  is_confirmed: z.boolean(),
};

/** One saved version of a block. It is the published version, an earlier version, or a draft of the next version. */
export const SiteVersion = z.object({
  id: Id,
  ...place,
  ...settings,
  content: SiteContent,
  is_published: z.boolean(),
  made_by: z.string(),
  made_at: Instant,
});
export type SiteVersion = z.infer<typeof SiteVersion>;

/** The state of a block, as visitors of a region and language see it now. */
export const SiteBlockState = z.object({
  block: SiteBlock,
  ...settings,
  content: SiteContent,
  /** The origin of the text: the region itself, 'global', or the original sample. */
  origin: z.enum(['region', 'global', 'sample']),
  /**
   * Id of the newest version of this region's block, published or not. A save must send this id, so that it cannot
   * overwrite a version that the caller has not loaded.
   */
  newest_id: Id.nullable(),
  published: SiteVersion.nullable(),
  draft: SiteVersion.nullable(),
});
export type SiteBlockState = z.infer<typeof SiteBlockState>;

const SaveBlock = z
  .object({
    ...place,
    ...settings,
    content: SiteContent,
    publish: z.boolean(),
    /** The `newest_id` that the caller loaded. */
    newest_id: Id.nullable(),
  })
  .refine(({ is_shown, reason }) => is_shown || reason !== '', { path: ['reason'] })
  .refine(({ content, region }) => blocksOfRegion(region).includes(content.block), { path: ['region'] })
  .refine(({ content, is_shown }) => is_shown || (content.block !== 'seller' && content.block !== 'plans'), {
    path: ['is_shown'],
  });
export type SaveBlock = z.infer<typeof SaveBlock>;

const published = { is_confirmed: z.boolean() };

/** The public content for one reader. A hidden block is null, so the server never sends its content. */
export const PublicSite = z.object({
  region: SiteRegion,
  /** True: the reader is an administrator, who sees drafts. */
  is_preview: z.boolean(),
  /** The role of the reader. The header links to the pages of this role. Null for visitors. */
  reader: Role.nullable(),
  statistics: Statistics.extend(published).nullable(),
  claims: Claims.extend(published).nullable(),
  testimonials: Testimonials.extend(published).nullable(),
  contact: Contact.extend(published).nullable(),
  social: Social.nullable(),
  rights: Rights.nullable(),
  seller: Seller.extend(published),
  /**
   * True: the `lawful` wording applies in this region, and the law of the region forbids showing medicines. In this
   * case, the site leaves them out.
   */
  hides_medicines: z.boolean(),
  hides_discounts: z.boolean(),
  forbids_testimonials: z.boolean(),
});
export type PublicSite = z.infer<typeof PublicSite>;

export const site = {
  readSite: rpc('read_site', 'visitor', 'site', 'Return the content of the public pages for the caller')
    .input(z.object({ language: Language, preview: SiteRegion.nullable().default(null) }))
    .output(PublicSite),
  adminGetSiteContent: rpc(
    'admin_get_site_content',
    'admin',
    'site',
    'Return the blocks of a region and language with their drafts',
  )
    .input(z.object(place))
    .output(z.array(SiteBlockState)),
  adminSaveSiteBlock: rpc('admin_save_site_block', 'admin', 'site', 'Save a draft of a block, or publish the block')
    .errors(siteRefusals)
    .input(SaveBlock)
    .output(SiteBlockState),
  adminDiscardSiteDraft: rpc('admin_discard_site_draft', 'admin', 'site', 'Discard the draft of a block')
    .errors(siteRefusals)
    .input(
      z.object({
        ...place,
        block: SiteBlock,
        /** The `newest_id` that the caller loaded. */
        newest_id: Id.nullable(),
      }),
    )
    .output(SiteBlockState),
  adminListSiteVersions: rpc(
    'admin_list_site_versions',
    'admin',
    'site',
    'List the published versions, with their authors and times, newest first',
  )
    .input(z.object({ ...place, block: SiteBlock }))
    .output(z.array(SiteVersion)),
  adminRestoreSiteVersion: rpc('admin_restore_site_version', 'admin', 'site', 'Publish an earlier version again')
    .errors(siteRefusals)
    .input(z.object({ id: Id, newest_id: Id.nullable() }))
    .output(SiteBlockState),
};
