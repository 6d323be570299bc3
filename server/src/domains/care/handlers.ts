import { care as contract } from '#contract/care.ts';
import type { Context } from '#server/platform/context.ts';
import { implementContract } from '#server/platform/http/implement-contract.ts';
import { acknowledgeUrgentReport, listUrgentReports, settleUrgentReport } from './answer-urgent-report.ts';
import { listCaseMessages, postCaseMessage } from './case-messages.ts';
import { answerExpectations, getMyExpectations, recordExpectationTalk } from './expectation-screen.ts';
import { getCaseBackground } from './get-case-background.ts';
import { getHistoryDraft, saveHistoryDraft } from './history-draft.ts';
import { getMyMedicalHistory, saveMedicalHistory } from './medical-history.ts';
import { listPhotosOfCase } from './list-photos-of-case.ts';
import { answerOutcomeCheck, getMyOutcomes, setTreatmentDate } from './outcomes.ts';
import { listMyUrgentReports, reportUrgentSigns, setUrgentPhone } from './report-urgent-signs.ts';

export function careRouter(ctx: Context) {
  const os = implementContract(contract);

  return os.router({
    getMyMedicalHistory: os.getMyMedicalHistory.handler(({ context }) =>
      getMyMedicalHistory(ctx, context.caller.userId),
    ),
    saveMedicalHistory: os.saveMedicalHistory.handler(({ context, input }) =>
      saveMedicalHistory(ctx, context.caller.userId, input.history),
    ),
    getHistoryDraft: os.getHistoryDraft.handler(({ context }) => getHistoryDraft(ctx, context.caller.userId)),
    saveHistoryDraft: os.saveHistoryDraft.handler(({ context, input }) =>
      saveHistoryDraft(ctx, context.caller.userId, input),
    ),
    getMyExpectations: os.getMyExpectations.handler(({ context }) => getMyExpectations(ctx, context.caller.userId)),
    answerExpectations: os.answerExpectations.handler(({ context, input }) =>
      answerExpectations(ctx, context.caller.userId, input),
    ),
    reportUrgentSigns: os.reportUrgentSigns.handler(({ context, input }) =>
      reportUrgentSigns(ctx, context.caller.userId, input),
    ),
    setUrgentPhone: os.setUrgentPhone.handler(({ context, input }) =>
      setUrgentPhone(ctx, context.caller.userId, input.report_id, input.phone),
    ),
    listMyUrgentReports: os.listMyUrgentReports.handler(({ context }) =>
      listMyUrgentReports(ctx, context.caller.userId),
    ),
    listUrgentReports: os.listUrgentReports.handler(({ context }) => listUrgentReports(ctx, context.caller)),
    acknowledgeUrgentReport: os.acknowledgeUrgentReport.handler(({ context, input }) =>
      acknowledgeUrgentReport(ctx, context.caller, input.report_id),
    ),
    settleUrgentReport: os.settleUrgentReport.handler(({ context, input }) =>
      settleUrgentReport(ctx, context.caller, input.report_id, input.settlement),
    ),
    listCaseMessages: os.listCaseMessages.handler(({ context, input }) =>
      listCaseMessages(ctx, context.caller, input.case_id, input),
    ),
    postCaseMessage: os.postCaseMessage.handler(({ context, input }) => postCaseMessage(ctx, context.caller, input)),
    setTreatmentDate: os.setTreatmentDate.handler(({ context, input }) =>
      setTreatmentDate(ctx, context.caller.userId, input),
    ),
    getMyOutcomes: os.getMyOutcomes.handler(({ context, input }) =>
      getMyOutcomes(ctx, context.caller.userId, input.case_id),
    ),
    answerOutcomeCheck: os.answerOutcomeCheck.handler(({ context, input }) =>
      answerOutcomeCheck(ctx, context.caller.userId, input.case_id, input),
    ),
    getCaseBackground: os.getCaseBackground.handler(({ context, input }) =>
      getCaseBackground(ctx, context.caller, input.case_id),
    ),
    listImportedPhotos: os.listImportedPhotos.handler(({ context, input }) =>
      listPhotosOfCase(ctx, context.caller, input),
    ),
    recordExpectationTalk: os.recordExpectationTalk.handler(async ({ context, input }) => {
      const doctor = context.caller;
      await recordExpectationTalk(ctx, doctor, input.case_id, input.note);
      return getCaseBackground(ctx, doctor, input.case_id);
    }),
  });
}
