import { createHash, createHmac, randomUUID } from 'node:crypto';
import { type ShareDays, type ShareLink, SHARE_LINKS_MAX } from '#contract/case-flow.ts';
import { findUser, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { once, requestHash } from '#server/platform/idempotency/once.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import * as links from './share-links.queries.ts';

const DAY_MS = 86_400_000;

export interface WantedLink {
  readonly case_id: string;
  readonly days: (typeof ShareDays)[number];
  readonly label: string;
  readonly idempotency_key: string;
}

export const listShareLinks = (ctx: Context, patientId: string, caseId: string): Promise<ShareLink[]> =>
  withUser(ctx.db, patientId, async (tx) => {
    await getOwn(tx, patientId, caseId);
    return (await links.listOfCase(tx, caseId)).map(showLink);
  });

/**
 * Creates a share link. The address of the link contains the secret. Only the call that creates the link, and
 * repetitions of that call, get the address, because only the hash of the secret is stored.
 */
export const createShareLink = (
  ctx: Context,
  patientId: string,
  { idempotency_key: key, ...wanted }: WantedLink,
): Promise<{ link: ShareLink; url: string }> =>
  withUser(ctx.db, patientId, async (tx) => {
    const row = await getOwn(tx, patientId, wanted.case_id);
    if (!row.published_at) throw new Refusal('CASE_NOT_SIGNED');
    const hash = requestHash('create_share_link', wanted);
    const id = await once(tx, { scope: patientId, key, hash }, () => insert(ctx, tx, wanted, key));
    const made = await links.find(tx, id);
    if (!made) throw new Refusal('NOT_FOUND');
    const language = (await findUser(tx, patientId))?.language ?? 'en';
    // The secret follows the fragment sign (#), so that neither a server's log nor the Referer header contains it.
    return { link: showLink(made), url: `${pageUrl(ctx, language, '/shared')}#${tokenOf(ctx, id, key)}` };
  });

async function insert(ctx: Context, tx: Tx, wanted: Omit<WantedLink, 'idempotency_key'>, key: string): Promise<string> {
  const { case_id, days, label } = wanted;
  const now = ctx.clock.now();
  const living = (await links.listOfCase(tx, case_id)).filter((link) => !link.revoked_at && link.expires_at > now);
  if (living.length >= SHARE_LINKS_MAX) throw new Refusal('TOO_MANY_LINKS');
  const id = randomUUID();
  const token_hash = hashOfToken(tokenOf(ctx, id, key));
  const expires_at = new Date(now.getTime() + days * DAY_MS);
  await links.insert(tx, { id, case_id, token_hash, label, created_at: now, expires_at });
  return id;
}

/**
 * Ends the link at once for everyone who has it. The image links on the shared page stop working, too. A repeated call
 * does not change the link.
 */
export const revokeShareLink = (ctx: Context, patientId: string, linkId: string): Promise<ShareLink> =>
  withUser(ctx.db, patientId, async (tx) => {
    if (!(await links.find(tx, linkId))) throw new Refusal('NOT_FOUND');
    await ctx.photos.revokeLinks(tx, patientId);
    return showLink(await links.revoke(tx, linkId, ctx.clock.now()));
  });

/**
 * Returns the secret of a link: 256 bits in base64url. It is computed from the service's key and the idempotency key of
 * the call. The idempotency key is deleted one day later. After that, nobody can compute the secret again.
 */
const tokenOf = ({ config }: Context, linkId: string, key: string): string =>
  createHmac('sha256', config.linkKey)
    .update(JSON.stringify(['share link', linkId, key]))
    .digest('base64url');

export const hashOfToken = (token: string): Buffer => createHash('sha256').update(token).digest();

async function getOwn(tx: Tx, patientId: string, caseId: string): Promise<cases.CaseRow> {
  const row = await cases.find(tx, caseId);
  if (!row || row.patient_id !== patientId) throw new Refusal('NOT_FOUND');
  return row;
}

const showLink = (row: links.ShareLinkRow): ShareLink => ({
  id: row.id,
  label: row.label,
  created_at: row.created_at.toISOString(),
  expires_at: row.expires_at.toISOString(),
  revoked_at: row.revoked_at?.toISOString() ?? null,
  views: row.views,
  last_seen_at: row.last_seen_at?.toISOString() ?? null,
});
