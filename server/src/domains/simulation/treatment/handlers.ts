import { treatmentRecords as contract } from '#contract/treatment-records.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { bytesOf } from '#server/platform/http/received-file.ts';
import { exportLot, findLot } from './find-lot.ts';
import { getMyPassport } from './passport.ts';
import { getPassportDocument } from './passport-document.ts';
import { uploadTreatmentPhoto } from './photos.ts';
import { correctTreatment, recordTreatment } from './record-treatment.ts';
import { getCaseRecords } from './show-records.ts';

export function treatmentRecordsRouter(ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    getCaseRecords: os.getCaseRecords.handler(({ context, input }) =>
      getCaseRecords(ctx, context.caller, input.case_id),
    ),
    recordTreatment: os.recordTreatment.handler(({ context, input }) => recordTreatment(ctx, context.caller, input)),
    correctTreatment: os.correctTreatment.handler(({ context, input }) => correctTreatment(ctx, context.caller, input)),
    uploadTreatmentPhoto: os.uploadTreatmentPhoto.handler(async ({ context, input }) =>
      uploadTreatmentPhoto(ctx, context.caller, input.case_id, await bytesOf(input.file)),
    ),
    getMyPassport: os.getMyPassport.handler(({ context }) => getMyPassport(ctx, context.caller.userId)),
    getPassportDocument: os.getPassportDocument.handler(({ context, input }) =>
      getPassportDocument(ctx, context.caller.userId, input.language),
    ),
    findLot: os.findLot.handler(({ context, input }) => findLot(ctx, context.caller, input.lot)),
    exportLot: os.exportLot.handler(({ context, input }) => exportLot(ctx, context.caller, input.lot)),
  });
}
