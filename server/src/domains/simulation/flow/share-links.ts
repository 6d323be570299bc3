import { createHash, randomBytes } from 'node:crypto';
import { type ShareDays, type ShareLink, SHARE_LINKS_MAX } from '#contract/case-flow.ts';
import { findUser, pageUrl } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import { type Tx, withUser } from '#server/platform/db/db.ts';
import { Refusal } from '#server/platform/refusal.ts';
import * as cases from '../cases.queries.ts';
import * as links from './share-links.queries.ts';

const DAY_MS = 86_400_000;

export interface WantedLink {
  readonly case_id: string;
  readonly days: (typeof ShareDays)[number];
  readonly label: string;
}

export const listShareLinks = (ctx: Context, patientId: string, caseId: string): Promise<ShareLink[]> =>
  withUser(ctx.db, patientId, async (tx) => {
    await getOwn(tx, patientId, caseId);
    return (await links.listOfCase(tx, caseId)).map(showLink);
  });

/** The address holds the secret and is told this once: only its hash is kept. */
export const createShareLink = (
  ctx: Context,
  patientId: string,
  { case_id, days, label }: WantedLink,
): Promise<{ link: ShareLink; url: string }> =>
  withUser(ctx.db, patientId, async (tx) => {
    const row = await getOwn(tx, patientId, case_id);
    if (!row.published_at) throw new Refusal('CASE_NOT_SIGNED');
    const now = ctx.clock.now();
    const living = (await links.listOfCase(tx, case_id)).filter((link) => !link.revoked_at && link.expires_at > now);
    if (living.length >= SHARE_LINKS_MAX) throw new Refusal('TOO_MANY_LINKS');
    const token = randomBytes(32).toString('base64url');
    const expires_at = new Date(now.getTime() + days * DAY_MS);
    const made = await links.insert(tx, {
      case_id,
      token_hash: hashOfToken(token),
      label,
      created_at: now,
      expires_at,
    });
    const language = (await findUser(tx, patientId))?.language ?? 'en';
    // Behind the fragment sign: it reaches neither a server's log nor the header that names the page one comes from.
    return { link: showLink(made), url: `${pageUrl(ctx, language, '/shared')}#${token}` };
  });

/** Ended at once for everybody who holds it, with the pictures it has opened; ending it again changes nothing. */
export const revokeShareLink = (ctx: Context, patientId: string, linkId: string): Promise<ShareLink> =>
  withUser(ctx.db, patientId, async (tx) => {
    if (!(await links.find(tx, linkId))) throw new Refusal('NOT_FOUND');
    await ctx.photos.revokeLinks(tx, patientId);
    return showLink(await links.revoke(tx, linkId, ctx.clock.now()));
  });

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
