import { sql } from 'kysely';
import type { JoinPolicy, Visibility } from '#contract/community.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { assertNotSuspended, filterWords, lockWriter } from './may-write.ts';
import { isReserved, nthSlug, slugOf } from './slug.ts';
import { plansFor, type Viewer, viewerOf } from './viewer.ts';

export interface NewChannel {
  readonly name: string;
  readonly description: string;
  readonly visibility: Visibility;
  readonly slug?: string | undefined;
  readonly join_policy: JoinPolicy;
  readonly themes: readonly string[];
  readonly idempotency_key?: string | undefined;
}
export interface MadeChannel {
  readonly channel_id: string;
  readonly slug: string;
}

export function createChannel(ctx: Context, caller: SignedIn, input: NewChannel): Promise<MadeChannel> {
  const user = caller;
  return ctx.db.transaction().execute((tx) => {
    const { idempotency_key: key, ...rest } = input;
    if (!key) return create(ctx, tx, user, input);
    return once(tx, { scope: user.userId, key, hash: requestHash('create_channel', rest) }, () =>
      create(ctx, tx, user, input),
    );
  });
}

async function create(ctx: Context, tx: Tx, caller: SignedIn, input: NewChannel): Promise<MadeChannel> {
  await lockWriter(ctx, tx, caller.userId);
  const viewer = await viewerOf(tx, caller);
  if (!viewer.visibilities.includes(input.visibility))
    throw new Refusal('PLAN_REQUIRED', { plans: plansFor(input.visibility) });
  await assertNotSuspended(ctx, tx, viewer.userId, null);
  const words = [input.name, input.description, ...input.themes].join('\n');
  const held = await filterWords(tx, viewer, null, words);
  if (held.length > 0) throw new Refusal('WORD_REFUSED', { words: held });
  const made = await insert(ctx, tx, viewer, { kind: 'community', ...input, slug: input.slug ?? null });
  await setThemes(tx, made.channel_id, input.themes);
  return made;
}

interface Row {
  readonly kind: 'community' | 'page';
  readonly name: string;
  readonly description: string | null;
  readonly visibility: Visibility;
  readonly join_policy: JoinPolicy;
  /** The address that the person chose. If null, the address is made from the name. */
  readonly slug: string | null;
}

/**
 * Inserts a community at a free address, and adds its owner. If the address made from the name is taken, the community
 * gets that address with -2, -3 and so on. If the person chose an address that is taken, throws SLUG_TAKEN.
 */
async function insert(ctx: Context, tx: Tx, viewer: Viewer, row: Row): Promise<MadeChannel> {
  const base = slugOf(row.slug ?? row.name);
  if (base === null) throw new Refusal('SLUG_UNUSABLE');
  const now = ctx.clock.now();
  const page_of = row.kind === 'page' ? viewer.userId : null;
  for (let n = 1; ; n++) {
    const slug = nthSlug(base, n);
    if (row.slug !== null && n > 1) throw new Refusal('SLUG_TAKEN', { suggestion: await freeSlug(tx, base) });
    if (isReserved(slug)) {
      if (row.slug !== null) throw new Refusal('SLUG_TAKEN', { suggestion: await freeSlug(tx, base) });
      continue;
    }
    const { rows } = await sql<{
      id: string;
    }>`insert into channels (slug, kind, page_of, name, description, visibility, join_policy, created_by, created_at)
      values (${slug}, ${row.kind}, ${page_of}, ${row.name}, ${row.description}, ${row.visibility}, ${row.join_policy}, ${viewer.userId}, ${now})
      on conflict (slug) do nothing returning id`.execute(tx);
    const id = rows[0]?.id;
    if (!id) continue;
    await sql`insert into channel_members (channel_id, user_id, role, joined_at, seen_at) values (${id}, ${viewer.userId}, 'owner', ${now}, ${now})`.execute(
      tx,
    );
    return { channel_id: id, slug };
  }
}

/** Returns the first free address among slug, slug-2, slug-3 and so on. */
export async function freeSlug(db: Db | Tx, base: string): Promise<string> {
  const { rows } = await sql<{
    slug: string;
  }>`select slug from channels where slug = ${base} or slug like ${`${base}-%`}`.execute(db);
  const taken = new Set(rows.map((row) => row.slug));
  for (let n = 1; ; n++) if (!taken.has(nthSlug(base, n)) && !isReserved(nthSlug(base, n))) return nthSlug(base, n);
}

export async function suggestSlug(
  ctx: Context,
  caller: SignedIn,
  name: string,
): Promise<{ slug: string | null; is_free: boolean }> {
  const base = slugOf(name);
  if (base === null) return { slug: null, is_free: false };
  const slug = await freeSlug(ctx.db, base);
  return { slug, is_free: slug === base };
}

export async function setThemes(tx: Tx, channelId: string, themes: readonly string[]): Promise<void> {
  await sql`delete from channel_themes where channel_id = ${channelId}`.execute(tx);
  const unique = [...new Set(themes)];
  if (unique.length > 0)
    await sql`insert into channel_themes (channel_id, theme, position) select ${channelId}, theme, position from unnest(${unique}::text[]) with ordinality t (theme, position)`.execute(
      tx,
    );
}

/**
 * Returns the caller's own page ("My Page"). The first call creates it. Each person has one page, which is open to all.
 * Its address is made from the handle.
 */
export const getOrCreateUserChannel = (ctx: Context, caller: SignedIn): Promise<MadeChannel> => {
  const user = caller;
  return ctx.db.transaction().execute(async (tx) => {
    await lockWriter(ctx, tx, user.userId);
    const { rows } =
      await sql<MadeChannel>`select id as channel_id, slug from channels where page_of = ${user.userId}`.execute(tx);
    if (rows[0]) return rows[0];
    const viewer = await viewerOf(tx, user);
    const { rows: profiles } = await sql<{
      handle: string;
      display_name: string;
    }>`select handle, display_name from community_profiles where user_id = ${user.userId}`.execute(tx);
    const { handle = user.userId, display_name = '' } = profiles[0] ?? {};
    // Because of the prefix `u-`, a person's page and a community with the same name have different addresses.
    const name = display_name;
    return insertPage(ctx, tx, viewer, name, `u-${handle}`);
  });
};

/** Creates the page at the next free address. */
async function insertPage(ctx: Context, tx: Tx, viewer: Viewer, name: string, address: string): Promise<MadeChannel> {
  const slug = await freeSlug(tx, slugOf(address) ?? 'page');
  return insert(ctx, tx, viewer, {
    kind: 'page',
    name,
    description: null,
    visibility: 'open',
    join_policy: 'open',
    slug,
  });
}
