import * as z from 'zod';
import { Id, Instant, rpc, text } from './base.ts';
import { SiteRegion, Wordings } from './site.ts';

/** The items to settle before an administrator publishes the public pages in production. Until then, visitors see the page "opening soon". */
export const launchRefusals = {
  /** There is no proof yet that it works: no mail was sent, or no payment arrived. */
  LAUNCH_NOT_SEEN: { status: 409 },
  /** Some items are still open. */
  LAUNCH_LINES_OPEN: { status: 409 },
} as const;

/** An administrator settles these items with a sentence about the decision or the evidence. */
export const SettledLines = [
  'publication_director',
  'data_protection',
  'health_data_host',
  'insurance',
  'mail_delivered',
  'payment_tested',
  'backup_restored',
] as const;
export const SettledLine = z.enum(SettledLines);
export type SettledLine = z.infer<typeof SettledLine>;

/** All items in the order of the checklist. The service settles the others itself, from the site and the accounts. */
export const LaunchLines = [
  'company',
  'contact',
  'publication_director',
  'data_protection',
  'health_data_host',
  'insurance',
  'sample_figures',
  'region_rules',
  'mail_delivered',
  'payment_tested',
  'backup_restored',
  'second_factors',
  'signing_doctor',
] as const;
export type LaunchLine = (typeof LaunchLines)[number];

export const LaunchState = z.object({
  lines: z.array(
    z.object({
      line: z.enum(LaunchLines),
      is_settled: z.boolean(),
      note: z.string(),
      /** The person who settled the item. Null: nobody yet, or the account no longer exists. */
      settled_by: z.object({ id: Id, name: z.string() }).nullable(),
      settled_at: Instant.nullable(),
      /** Number of remaining tasks, if they can be counted. */
      left: z.number().int().nullable(),
    }),
  ),
  /** Regions of the visitors, and the wording of the plans that was chosen for each. */
  regions: z.array(
    z.object({
      region: SiteRegion,
      /** Null: no wording was chosen. */
      wording: z.enum(Wordings).nullable(),
      /** True: the region has no choice and uses the global one. */
      is_inherited: z.boolean(),
      chosen_by: z.object({ id: Id, name: z.string() }).nullable(),
      chosen_at: Instant.nullable(),
    }),
  ),
  published_at: Instant.nullable(),
  /** False outside production, where the site is always open. */
  is_gated: z.boolean(),
});
export type LaunchState = z.infer<typeof LaunchState>;

export const launch = {
  adminGetLaunch: rpc(
    'admin_get_launch',
    'admin',
    'site',
    'What is left to do before the public pages are published',
  ).output(LaunchState),
  adminSettleLaunchLine: rpc(
    'admin_settle_launch_line',
    'admin',
    'site',
    'Settle a line, or reopen it with an empty note',
  )
    .errors(launchRefusals)
    .input(z.object({ line: SettledLine, note: text(300, 0) }))
    .output(LaunchState),
  adminChooseWording: rpc(
    'admin_choose_wording',
    'admin',
    'site',
    'Choose how the plans are worded in a region, in both languages',
  )
    .input(z.object({ region: SiteRegion, wording: z.enum(Wordings) }))
    .output(LaunchState),
  adminPublishSite: rpc('admin_publish_site', 'admin', 'site', 'Publish the public pages once every line is settled')
    .errors(launchRefusals)
    .output(LaunchState),
};
