import type { Context } from '#server/platform/context.ts';
import type { Registered } from '#server/platform/domain.ts';
import { attachConfirmedLead } from './attach-lead-files.ts';
import './events.ts';
import { intakeRouter } from './handlers.ts';
import './intake.table.ts';
import { defineIntakeJobs } from './jobs.ts';
import { intakeData } from './personal.ts';

export { findLatestOfUser as findAnswers, mapLatestOfUsers as mapAnswers } from './answers.queries.ts';
export { attachLeadFilesToUser } from './attach-lead-files.ts';
export { claimLeadSecure } from './claim-lead-secure.ts';
export { insertAnswers } from './insert-answers.ts';
export { toPhotoEntries } from './photo-entry.ts';
export {
  listByIds as listPhotos,
  listCurrent as listCurrentPhotos,
  listOfPose as listPhotosOfPose,
} from './photos.queries.ts';
export { startLead } from './start-lead.ts';
export { uploadLeadPhoto } from './upload-lead-photo.ts';
export { upsertLeadOpen } from './upsert-lead-open.ts';
export { appendUserPhoto, getMyCurrentSet, uploadUserPhoto } from './user-photos.ts';

/** Registers leads, answers and photos. The function is called once, before the service listens. */
export function register(ctx: Context) {
  defineIntakeJobs(ctx);
  ctx.personal.add(intakeData);
  ctx.outbox.on(
    'identity.emailConfirmed',
    async ({ payload }) => void (await attachConfirmedLead(ctx, payload.user_id)),
    {
      name: 'intake',
    },
  );
  return { router: intakeRouter(ctx) } satisfies Registered;
}
