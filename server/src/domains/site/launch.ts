import { type LaunchLine, LaunchLines, type LaunchState, type SettledLine, SettledLines } from '#contract/launch.ts';
import { type SiteRegion, SiteRegions, type Wording } from '#contract/site.ts';
import { namesOf } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { requireVersion } from '#server/platform/require-version.ts';
import { deleteLine, findPublication, listSettled, lockLaunch, putLine, readSeen } from './launch.queries.ts';
import { resolveBlocks } from './published.ts';
import { listRegionChoices, openRegions, type RegionChoice } from './region-choices.ts';
import { publishBlock } from './save-block.ts';
import { listPublished, lockBlock, type VersionRow } from './site.queries.ts';

interface Line {
  readonly is_settled: boolean;
  readonly note?: string;
  readonly settled_by?: string | null;
  readonly settled_at?: Date | null;
  readonly left?: number;
}

const languages = ['en', 'fr'] as const;

/** Returns the checklist in its current state. */
export async function readLaunch(ctx: Context, db: Db | Tx = ctx.db): Promise<LaunchState> {
  const [settled, versions, seen, choices] = await Promise.all([
    listSettled(db),
    listPublished(db),
    readSeen(db),
    listRegionChoices(db),
  ]);
  const regions = openRegions(ctx.config).map((region) => ({
    region,
    choice: choices.find((choice) => choice.region === region),
  }));
  const inWords = Object.fromEntries(
    SettledLines.map((line) => {
      const row = settled.find((one) => one.line === line);
      return [line, row ? { ...row, is_settled: true } : { is_settled: false }];
    }),
  ) as Record<SettledLine, Line>;
  const lines: Record<LaunchLine, Line> = {
    ...inWords,
    company: confirmedEverywhere(versions, 'seller'),
    contact: confirmedEverywhere(versions, 'contact'),
    sample_figures: samplesGone(versions),
    region_rules: regionsDecided(regions),
    second_factors: { is_settled: seen.without_factor === 0, left: seen.without_factor },
    signing_doctor: { is_settled: seen.signing_since !== null, settled_at: seen.signing_since },
  };
  const names = await namesOf(
    db,
    [
      ...Object.values(lines).map(({ settled_by }) => settled_by),
      ...choices.map(({ decided_by }) => decided_by),
    ].filter((id) => typeof id === 'string'),
  );
  const nameOf = (id: string | null | undefined) => (id && names.has(id) ? { id, name: names.get(id) ?? '' } : null);
  const published = settled.find(({ line }) => line === 'published');
  return {
    lines: LaunchLines.map((line) => {
      const { is_settled, note = '', settled_by, settled_at, left } = lines[line];
      return {
        line,
        is_settled,
        note,
        settled_by: is_settled ? nameOf(settled_by) : null,
        settled_at: is_settled ? (settled_at?.toISOString() ?? null) : null,
        left: left ?? null,
      };
    }),
    regions: regions.map(({ region, choice }) => ({
      region,
      wording: choice?.wording ?? null,
      is_inherited: choice?.is_inherited ?? false,
      chosen_by: nameOf(choice?.decided_by),
      chosen_at: choice?.decided_at.toISOString() ?? null,
    })),
    published_at: published?.settled_at.toISOString() ?? null,
    is_gated: ctx.config.nodeEnv === 'production',
  };
}

const keyOf = ({ region, language, block }: VersionRow) => `${region}/${language}/${block}`;

/** Returns the author and the time of the newest version. The checklist shows them as author and time of the line. */
const lastOf = (rows: readonly VersionRow[]): Pick<Line, 'settled_by' | 'settled_at'> => {
  const [last] = [...rows].sort((one, other) => other.made_at.getTime() - one.made_at.getTime());
  return { settled_by: last?.made_by ?? null, settled_at: last?.made_at ?? null };
};

/**
 * Returns the checklist line of the seller or of the contact block. It is ticked off if the global block is shown and
 * confirmed in both languages, and no region shows an unconfirmed version.
 */
function confirmedEverywhere(versions: readonly VersionRow[], block: 'seller' | 'contact'): Line {
  const own = versions.filter((row) => row.block === block);
  const open = languages.filter(
    (language) =>
      !own.some((row) => row.region === 'global' && row.language === language && row.is_confirmed && row.is_shown),
  );
  const samples = own.filter((row) => row.region !== 'global' && row.is_shown && !row.is_confirmed);
  const left = open.length + samples.length;
  return { is_settled: left === 0, left, ...lastOf(own) };
}

/**
 * Returns the checklist line of the sample content. It is ticked off if no region shows unconfirmed statistics, claims
 * or testimonials.
 */
function samplesGone(versions: readonly VersionRow[]): Line {
  const blocks = ['statistics', 'claims', 'testimonials'] as const;
  const rows = new Map(versions.map((row) => [keyOf(row), row]));
  const places = SiteRegions.flatMap((region) =>
    languages.map((language) => resolveBlocks({ region, language }, rows)),
  );
  const shown = places.flatMap((place) => blocks.map((block) => place[block]));
  const left = shown.filter((block) => block.is_shown && !block.is_confirmed).length;
  return { is_settled: left === 0, left, ...lastOf(versions.filter((row) => blocks.includes(row.block as never))) };
}

/**
 * Returns the checklist line of the region rules. It is ticked off if an administrator has chosen the wording of the
 * subscription plans for each region that visitors can come from.
 */
function regionsDecided(regions: readonly { choice: RegionChoice | undefined }[]): Line {
  const chosen = regions.flatMap(({ choice }) => choice ?? []);
  const [last] = chosen.toSorted((one, other) => +other.decided_at - +one.decided_at);
  const left = regions.length - chosen.length;
  return { is_settled: left === 0, left, settled_by: last?.decided_by ?? null, settled_at: last?.decided_at ?? null };
}

/**
 * Publishes the wording of the subscription plans in both languages at once. The published versions replace the drafts.
 * @throws Refusal CHANGED_SINCE if a colleague has chosen another wording since the caller loaded the checklist
 */
export async function chooseWording(
  ctx: Context,
  { userId }: SignedIn,
  { region, wording, wording_was }: { region: SiteRegion; wording: Wording; wording_was: Wording | null },
): Promise<LaunchState> {
  return ctx.db.transaction().execute(async (tx) => {
    for (const language of languages) await lockBlock(tx, { region, language, block: 'plans' });
    const now = (await listRegionChoices(tx)).find((choice) => choice.region === region);
    requireVersion({ stored: now?.wording ?? '', loaded: wording_was ?? '', wanted: wording });
    if (now?.wording === wording && !now.is_inherited) return readLaunch(ctx, tx);
    for (const language of languages)
      await publishBlock(ctx, tx, userId, {
        region,
        language,
        is_shown: true,
        reason: '',
        is_confirmed: true,
        content: { block: 'plans', content: { wording } },
      });
    return readLaunch(ctx, tx);
  });
}

/**
 * Ticks off a checklist line, with a note that states the decision or the evidence. An empty note reopens the line.
 * Reopening a line does not unpublish the site.
 * @throws Refusal LAUNCH_NOT_SEEN, CHANGED_SINCE if a colleague has changed the note since the caller loaded it
 */
export async function settleLine(
  ctx: Context,
  admin: SignedIn,
  { line, note, note_was }: { line: SettledLine; note: string; note_was: string },
): Promise<LaunchState> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockLaunch(tx);
    const stored = (await listSettled(tx)).find((row) => row.line === line)?.note ?? '';
    requireVersion({ stored, loaded: note_was, wanted: note });
    if (stored === note) return readLaunch(ctx, tx);
    if (note !== '') await assertSeen(tx, line);
    await (note === '' ? deleteLine(tx, line) : putLine(tx, { line, note, ...settledBy(ctx, admin) }));
    await record(ctx, tx, admin, 'launch.changed', line, note);
    return readLaunch(ctx, tx);
  });
}

/**
 * Publishes the site.
 * @throws Refusal LAUNCH_LINES_OPEN if a checklist line is not ticked off
 */
export async function publishSite(ctx: Context, admin: SignedIn): Promise<LaunchState> {
  return ctx.db.transaction().execute(async (tx) => {
    await lockLaunch(tx);
    const { lines, published_at } = await readLaunch(ctx, tx);
    if (published_at === null) {
      if (lines.some(({ is_settled }) => !is_settled)) throw new Refusal('LAUNCH_LINES_OPEN');
      await putLine(tx, { line: 'published', note: '', ...settledBy(ctx, admin) });
      await record(ctx, tx, admin, 'launch.published', 'published', '');
    }
    return readLaunch(ctx, tx);
  });
}

/**
 * Refuses to tick off the lines about email and payment before the evidence exists: a sent email or a processed
 * payment.
 */
async function assertSeen(tx: Tx, line: SettledLine): Promise<void> {
  const { mails, payments } = await readSeen(tx);
  if ((line === 'mail_delivered' && !mails) || (line === 'payment_tested' && !payments))
    throw new Refusal('LAUNCH_NOT_SEEN');
}

const settledBy = (ctx: Context, { userId }: SignedIn) => ({ settled_by: userId, settled_at: ctx.clock.now() });

const record = (
  ctx: Context,
  tx: Tx,
  { userId }: SignedIn,
  action: 'launch.changed' | 'launch.published',
  line: string,
  note: string,
) =>
  ctx.audit.record(tx, {
    actor: userId,
    actor_role: 'admin',
    action,
    subject: `launch:${line}`,
    patient_id: null,
    reason: note || (action === 'launch.changed' ? 'reopened' : 'every line is settled'),
    details: { is_settled: action === 'launch.published' || note !== '' },
  });

/**
 * Returns a function that checks whether visitors may see the public pages. Every page calls that function. A site
 * cannot be unpublished, so a positive result is cached in memory.
 */
export function keepPublication(ctx: Context): () => Promise<boolean> {
  let isOpen = ctx.config.nodeEnv !== 'production';
  return async () => {
    isOpen ||= (await findPublication(ctx.db)) !== undefined;
    return isOpen;
  };
}
