import * as z from 'zod';
import { Id, Instant, rpc, text } from './base.ts';
import { SiteRegion, Wordings } from './site.ts';

/**
 * The checklist that an administrator completes before publishing the public pages in production. Until then,
 * visitors see the page "opening soon".
 */
export const launchRefusals = {
  /**
   * The item cannot be ticked off yet. For 'mail_delivered', the service must have sent an email. For 'payment_tested',
   * it must have processed a payment.
   */
  LAUNCH_NOT_SEEN: { status: 409 },
  /** Some items of the checklist are still open. */
  LAUNCH_LINES_OPEN: { status: 409 },
} as const;

/** A colleague has changed the same entry since the caller loaded it. */
const changedSince = { CHANGED_SINCE: { status: 409 } } as const;

/** Items that an administrator ticks off with a sentence about the decision or the evidence. */
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

/**
 * All items of the checklist in their order. Items that are not in `SettledLines` depend on the site and the accounts.
 * The service checks them and ticks them off automatically.
 */
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
      /** The person who ticked off the item. Null: the item is open, or the account no longer exists. */
      settled_by: z.object({ id: Id, name: z.string() }).nullable(),
      settled_at: Instant.nullable(),
      /** Number of tasks that are left for this item. Null: the item has no tasks to count. */
      left: z.number().int().nullable(),
    }),
  ),
  /** The regions of visitors, with the wording of the plans that was chosen for each region. */
  regions: z.array(
    z.object({
      region: SiteRegion,
      /**
       * The wording in this region. Null: no wording was chosen for this region, and it does not use the global
       * wording.
       */
      wording: z.enum(Wordings).nullable(),
      /**
       * True: no wording was chosen for this region, so it uses the global wording. Regions can use only the global
       * wording `lawful`, because it leaves out everything that any region forbids.
       */
      is_inherited: z.boolean(),
      chosen_by: z.object({ id: Id, name: z.string() }).nullable(),
      chosen_at: Instant.nullable(),
    }),
  ),
  published_at: Instant.nullable(),
  /** False outside of production, where the public pages are always open. */
  is_gated: z.boolean(),
});
export type LaunchState = z.infer<typeof LaunchState>;

export const launch = {
  adminGetLaunch: rpc(
    'admin_get_launch',
    'admin',
    'site',
    'Return what is left to do before the public pages are published',
  ).output(LaunchState),
  adminSettleLaunchLine: rpc(
    'admin_settle_launch_line',
    'admin',
    'site',
    'Tick off a line of the checklist with a note, or reopen it with an empty note',
  )
    .errors({ ...launchRefusals, ...changedSince })
    .input(
      z.object({
        line: SettledLine,
        note: text(300, 0),
        /** The note that the caller saw, empty for an open line. If the stored note differs, see CHANGED_SINCE. */
        note_was: text(300, 0),
      }),
    )
    .output(LaunchState),
  adminChooseWording: rpc(
    'admin_choose_wording',
    'admin',
    'site',
    'Choose the wording of the plans in a region, for both languages',
  )
    .errors(changedSince)
    .input(
      z.object({
        region: SiteRegion,
        wording: z.enum(Wordings),
        /** The wording that the caller saw for this region. If it differs now, see CHANGED_SINCE. */
        wording_was: z.enum(Wordings).nullable(),
      }),
    )
    .output(LaunchState),
  adminPublishSite: rpc('admin_publish_site', 'admin', 'site', 'Publish the public pages once every line is ticked off')
    .errors(launchRefusals)
    .output(LaunchState),
};
