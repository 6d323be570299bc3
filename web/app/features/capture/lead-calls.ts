import { ConsentVersions } from '#contract/identity.ts';
import type { AnyPhoto, Lead } from '#contract/intake.ts';
import type { ReadingLanguage } from '#contract/languages.ts';
import { api, call } from '#web/lib/api.ts';
import { queryClient } from '#web/lib/query.ts';
import { refusalOf } from '#web/lib/refusal.ts';
import { forgetLeadId, heldOrNewLeadId, readLeadId } from './lead.ts';
import type { PhotoKind } from './poses.ts';

/**
 * The calls of this page to the service. They are in a separate file, so that the RPC client and its contract are
 * loaded only with the first call.
 */

const lost = ['LEAD_NOT_YOURS', 'LEAD_ALREADY_CLAIMED'];

/**
 * Starts a lead, which contains the photos and answers of a person without an account. The call also records the
 * consent to process photos, which must precede the first photo. If the stored lead no longer belongs to this browser,
 * a new lead replaces it.
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
 * Returns the lead of this browser with its photos and answers. Returns null if the lead was deleted or belongs to an
 * account, or if the service does not respond.
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

/**
 * Withdraws the consent of this lead. The service deletes its photos and answers. Afterwards this browser forgets the
 * lead. Returns the refusal if the lead no longer exists: another tab has deleted it, or the call is repeated after a
 * lost response.
 */
export async function withdrawLead(leadId: string): Promise<unknown> {
  const refusal = await call.intake.withdrawLead({ lead_id: leadId }).then(
    () => undefined,
    (error: unknown) => {
      if (refusalOf(error)?.code !== 'LEAD_NOT_YOURS') throw error;
      return error;
    },
  );
  // Another tab may have started a new lead in the meantime.
  if (readLeadId() === leadId) forgetLeadId();
  return refusal;
}

/** Returns the state of the lead, and the poses and expressions for which the service has photos. */
export async function storedLead(leadId: string): Promise<{ status: Lead['status']; kinds: PhotoKind[] }> {
  const { status, photos } = await call.intake.getLead({ lead_id: leadId });
  return { status, kinds: photos.map((photo) => photo.pose) };
}

/** Returns the current set of the signed-in person's photos, or null if nobody is signed in. */
export async function currentSet(): Promise<AnyPhoto[] | null> {
  try {
    return await call.intake.getMyCurrentSet();
  } catch (error) {
    if (refusalOf(error)?.code === 'UNAUTHENTICATED') return null;
    throw error;
  }
}

/** Makes all screens that show photos reload them. */
export async function announceNewPhotos(): Promise<void> {
  dispatchEvent(new Event('face-capture:done'));
  dispatchEvent(new Event('photos:refresh'));
  await queryClient.invalidateQueries({ queryKey: api.intake.key() });
}
