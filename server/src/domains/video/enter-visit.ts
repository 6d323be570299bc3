import { createHmac, randomUUID } from 'node:crypto';
import type { IceServer, VideoVisit } from '#contract/video.ts';
import type { Config } from '#server/platform/config/config.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { inLockedVisit } from './in-visit.ts';
import { recordVisit } from './record-visit.ts';
import { showVisit, tellBoth } from './show-visit.ts';
import { hasConsent, isOpen, otherOf, pageOf, presentPage, stateWith, stateWithout, windowOf } from './visit.ts';
import * as visits from './visits.queries.ts';

interface OnPage {
  readonly visit_id: string;
  readonly page: string;
}

interface Entered {
  readonly visit: VideoVisit;
  readonly ice_servers: IceServer[];
  readonly other_page: string | null;
}

/**
 * Joins the visit from a page. The new page replaces an earlier page of the same person. Signals that waited for the
 * earlier page are deleted.
 */
export const enterVisit = (ctx: Context, caller: SignedIn, { visit_id, page }: OnPage): Promise<Entered> =>
  inLockedVisit(ctx, caller, visit_id, async ({ tx, side, row, of }) => {
    const now = ctx.clock.now();
    if (!isOpen(row, now)) throw new Refusal('VISIT_NOT_OPEN');
    if (side === 'patient' && !hasConsent(row)) throw new Refusal('VIDEO_CONSENT_NEEDED');
    const state = stateWith(row, side, now);
    const presence =
      side === 'doctor' ? { doctor_page: page, doctor_seen_at: now } : { patient_page: page, patient_seen_at: now };
    const started = state === 'running' ? { started_at: row.started_at ?? now } : {};
    const entered = await visits.update(tx, visit_id, { state, ...presence, ...started });
    if (pageOf(row, side) !== page) {
      await visits.deleteSignals(tx, visit_id, side);
      if (side === 'doctor') await recordVisit(ctx, { tx, caller, of, row }, 'video.joined');
    }
    await tellBoth(ctx, tx, of, visit_id);
    return {
      visit: await showVisit(ctx, { tx, side, of }, entered),
      ice_servers: iceServers(ctx.config.ice, windowOf(row).closes_at),
      other_page: presentPage(entered, otherOf(side), now),
    };
  });

/**
 * Returns the STUN and TURN servers for the two browsers of a visit. A TURN server accepts a user name that contains
 * the time of its expiry, with an HMAC of that name as the password. Only the TURN server and this service know the
 * secret of the HMAC. The name contains nothing about the person.
 */
function iceServers(ice: Config['ice'], until: Date): IceServer[] {
  const stun = ice.stunUrls.length > 0 ? [{ urls: [...ice.stunUrls] }] : [];
  if (!ice.turn) return stun;
  const username = `${Math.ceil(until.getTime() / 1000)}:${randomUUID()}`;
  // The TURN servers require SHA-1 for this HMAC.
  const credential = createHmac('sha1', ice.turn.secret).update(username).digest('base64');
  return [...stun, { urls: [...ice.turn.urls], username, credential }];
}

/**
 * Leaves the visit. If the doctor leaves a running visit with `ends`, the visit ends for both sides. Otherwise both
 * sides may return.
 *
 * @throws VISIT_ELSEWHERE if the doctor wants to end the visit from a page that a newer page has replaced
 */
export const leaveVisit = (
  ctx: Context,
  caller: SignedIn,
  { visit_id, page, ends }: OnPage & { ends: boolean },
): Promise<VideoVisit> =>
  inLockedVisit(ctx, caller, visit_id, async ({ tx, side, row, of }) => {
    const show = (shown: typeof row) => showVisit(ctx, { tx, side, of }, shown);
    const isElsewhere = pageOf(row, side) !== page;
    if (!row.ended_at && isElsewhere && ends && side === 'doctor') throw new Refusal('VISIT_ELSEWHERE');
    if (row.ended_at || isElsewhere) return show(row);
    const now = ctx.clock.now();
    const presence =
      side === 'doctor' ? { doctor_page: null, doctor_seen_at: null } : { patient_page: null, patient_seen_at: null };
    const isEnd = ends && side === 'doctor' && row.state === 'running';
    const change = isEnd ? { state: 'ended' as const, ended_at: now } : { state: stateWithout(row, side, now) };
    const left = await visits.update(tx, visit_id, { ...presence, ...change });
    await visits.deleteSignals(tx, visit_id, isEnd ? undefined : side);
    if (isEnd) await recordVisit(ctx, { tx, caller, of, row }, 'video.ended');
    await tellBoth(ctx, tx, of, visit_id);
    return show(left);
  });
