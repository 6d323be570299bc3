import type { CaseBackground } from '#contract/care.ts';
import { listImportedPhotos, listImportedTreatments } from '#server/domains/imports/index.ts';
import {
  listEarlierTreatments,
  listReceivedDoses,
  noteStep,
  onCase,
  recordOnCase,
  withinOpening,
} from '#server/domains/simulation/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import { showForStaff } from './answer-urgent-report.ts';
import { countUnread } from './case-messages.ts';
import { contraindicationsOf } from './contraindications.ts';
import { findScreen, outcomeOf } from './expectation-screen.ts';
import { findHistory } from './medical-history.ts';
import { showOutcomes } from './outcomes.ts';
import { listOfUser } from './urgent-reports.queries.ts';

export const getCaseBackground = (ctx: Context, doctor: SignedIn, caseId: string): Promise<CaseBackground> =>
  onCase(ctx, doctor, caseId, 'history.viewed', async (tx, entered) => {
    const { row, opening, details } = entered;
    const history = await findHistory(tx, row.patient_id);
    const screen = await findScreen(tx, row.patient_id);
    const urgent = [];
    for (const report of await listOfUser(tx, row.patient_id)) urgent.push(await showForStaff(tx, report));
    const { photos, next } = await listImportedPhotos(withinOpening(ctx, opening), tx, row.patient_id);
    if (photos.length > 0)
      await recordOnCase(ctx, tx, doctor, entered, 'photo.viewed', { details: { photos: photos.map(({ id }) => id) } });
    details['history'] = history?.version ?? null;
    if (history) await noteStep(ctx, tx, row, doctor, 'health_read', new Date(history.saved_at));
    return {
      history,
      contraindications: history ? contraindicationsOf(history.history) : [],
      expectation: outcomeOf(screen),
      expectation_answers: screen?.answers ?? null,
      urgent_reports: urgent,
      outcomes: await showOutcomes(tx, caseId),
      earlier_treatments: await listEarlierTreatments(tx, row, ctx.clock.now()),
      received_doses: await listReceivedDoses(tx, row, ctx.clock.now()),
      imported_treatments: await listImportedTreatments(tx, row.patient_id),
      imported_photos: photos,
      imported_photos_next: next,
      unread_messages: await countUnread(tx, caseId),
    };
  });
