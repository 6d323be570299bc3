import { ConsentVersions } from '#contract/identity.ts';
import type { AnyPhoto, Lead } from '#contract/intake.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { forgetLeadId, heldOrNewLeadId } from './lead.ts';
import type { PhotoKind } from './poses.ts';

/** The calls of this page. They are in a separate file, so that the client and the contract load with the first call. */

const lost = ['LEAD_NOT_YOURS', 'LEAD_ALREADY_CLAIMED'];

/**
 * Sends the consent to work on photos, which must precede the first photo. If the lead no longer belongs to this
 * browser, a new one replaces it.
 */
export async function startLead(language: ReadingLanguage): Promise<Lead> {
  const consent = { purpose: 'simulation', version: ConsentVersions.simulation, language } as const;
  try {
    return await call.intake.startLead({ lead_id: heldOrNewLeadId(), consent });
  } catch (error) {
    if (!lost.includes(refusalOf(error)?.code ?? '')) throw error;
    forgetLeadId();
    return await call.intake.startLead({ lead_id: heldOrNewLeadId(), consent });
  }
}

/**
 * Photos and answers of this browser; null if its lead was deleted, belongs to an account, or the service does not
 * answer.
 */
export async function openLead(leadId: string): Promise<Lead | null> {
  try {
    const lead = await call.intake.getLead({ lead_id: leadId });
    if (lead.status !== 'claimed') return lead;
    forgetLeadId();
  } catch (error) {
    if (lost.includes(refusalOf(error)?.code ?? '')) forgetLeadId();
  }
  return null;
}

/** The poses that the service has photos of. */
export async function storedKinds(leadId: string): Promise<PhotoKind[]> {
  const { photos } = await call.intake.getLead({ lead_id: leadId });
  return photos.map((photo) => photo.pose);
}

/** The current photos of the signed-in person; null if nobody is signed in. */
export async function currentSet(): Promise<AnyPhoto[] | null> {
  try {
    return await call.intake.getMyCurrentSet();
  } catch (error) {
    if (refusalOf(error)?.code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}

/** Makes the screens that show photos reload them. */
export async function announceNewPhotos(): Promise<void> {
  dispatchEvent(new Event('face-capture:done'));
  dispatchEvent(new Event('photos:refresh'));
  await queryClient.invalidateQueries({ queryKey: api.intake.key() });
}
