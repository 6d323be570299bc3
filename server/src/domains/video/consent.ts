import type { ReadingLanguage } from '#contract/base.ts';
import type { VideoVisit } from '#contract/video.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { Refusal } from '#server/platform/refusal.ts';
import { inLockedVisit } from './in-visit.ts';
import { showVisit } from './show-visit.ts';
import * as visits from './visits.queries.ts';

/**
 * Stores the patient's consent with the version of its wording, the language and the time. Repeating the consent to the
 * same wording changes nothing.
 */
export const consentToVideo = (
  ctx: Context,
  patient: SignedIn,
  { visit_id, version, language }: { visit_id: string; version: string; language: ReadingLanguage },
): Promise<VideoVisit> =>
  inLockedVisit(ctx, patient, visit_id, async ({ tx, side, row, of }) => {
    if (row.ended_at) throw new Refusal('VISIT_NOT_OPEN');
    if (row.consent_version === version) return showVisit(ctx, { tx, side, of }, row);
    const consent = { consent_version: version, consent_language: language, consented_at: ctx.clock.now() };
    return showVisit(ctx, { tx, side, of }, await visits.update(tx, visit_id, consent));
  });
