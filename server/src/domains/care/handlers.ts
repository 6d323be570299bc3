import { implement } from '@orpc/server';
import { care as contract } from '#contract/care.ts';
import { requireRole, requireTeam, requireUser, requireVerifiedPractitioner } from '#server/domains/identity/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { SignedIn } from '#server/platform/http/caller.ts';
import type { RequestContext } from '#server/platform/http/request-context.ts';
import { acknowledgeUrgentReport, listUrgentReports, settleUrgentReport } from './answer-urgent-report.ts';
import { listCaseMessages, postCaseMessage } from './case-messages.ts';
import { answerExpectations, getMyExpectations, recordExpectationTalk } from './expectation-screen.ts';
import { getCaseBackground } from './get-case-background.ts';
import { getMyMedicalHistory, saveMedicalHistory } from './medical-history.ts';
import { answerOutcomeCheck, getMyOutcomes, setTreatmentDate } from './outcomes.ts';
import { listMyUrgentReports, reportUrgentSigns } from './report-urgent-signs.ts';

export function careRouter(ctx: Context) {
  const os = implement(contract).$context<RequestContext>();
  const patientOf = ({ caller }: RequestContext): string => requireRole(caller, 'patient').userId;
  const doctorOf = ({ caller }: RequestContext): Promise<SignedIn> => requireVerifiedPractitioner(ctx, caller);
  /** Urgent signs are everybody's business: administrators see who must be called, too. */
  const teamOf = ({ caller }: RequestContext): Promise<SignedIn> => requireTeam(ctx, caller);
  const eitherSideOf = (context: RequestContext): Promise<SignedIn> | SignedIn => {
    const user = requireUser(context.caller);
    return user.role === 'patient' ? user : doctorOf(context);
  };

  return os.router({
    getMyMedicalHistory: os.getMyMedicalHistory.handler(({ context }) => getMyMedicalHistory(ctx, patientOf(context))),
    saveMedicalHistory: os.saveMedicalHistory.handler(({ context, input }) =>
      saveMedicalHistory(ctx, patientOf(context), input.history),
    ),
    getMyExpectations: os.getMyExpectations.handler(({ context }) => getMyExpectations(ctx, patientOf(context))),
    answerExpectations: os.answerExpectations.handler(({ context, input }) =>
      answerExpectations(ctx, patientOf(context), input),
    ),
    reportUrgentSigns: os.reportUrgentSigns.handler(({ context, input }) =>
      reportUrgentSigns(ctx, patientOf(context), input),
    ),
    listMyUrgentReports: os.listMyUrgentReports.handler(({ context }) => listMyUrgentReports(ctx, patientOf(context))),
    listUrgentReports: os.listUrgentReports.handler(async ({ context }) =>
      listUrgentReports(ctx, await teamOf(context)),
    ),
    acknowledgeUrgentReport: os.acknowledgeUrgentReport.handler(async ({ context, input }) =>
      acknowledgeUrgentReport(ctx, await teamOf(context), input.report_id),
    ),
    settleUrgentReport: os.settleUrgentReport.handler(async ({ context, input }) =>
      settleUrgentReport(ctx, await teamOf(context), input.report_id, input.settlement),
    ),
    listCaseMessages: os.listCaseMessages.handler(async ({ context, input }) =>
      listCaseMessages(ctx, await eitherSideOf(context), input.case_id),
    ),
    postCaseMessage: os.postCaseMessage.handler(async ({ context, input }) =>
      postCaseMessage(ctx, await eitherSideOf(context), input),
    ),
    setTreatmentDate: os.setTreatmentDate.handler(({ context, input }) =>
      setTreatmentDate(ctx, patientOf(context), input.case_id, input.treated_on),
    ),
    getMyOutcomes: os.getMyOutcomes.handler(({ context, input }) =>
      getMyOutcomes(ctx, patientOf(context), input.case_id),
    ),
    answerOutcomeCheck: os.answerOutcomeCheck.handler(({ context, input }) =>
      answerOutcomeCheck(ctx, patientOf(context), input.case_id, input),
    ),
    getCaseBackground: os.getCaseBackground.handler(async ({ context, input }) =>
      getCaseBackground(ctx, await doctorOf(context), input.case_id),
    ),
    recordExpectationTalk: os.recordExpectationTalk.handler(async ({ context, input }) => {
      const doctor = await doctorOf(context);
      await recordExpectationTalk(ctx, doctor, input.case_id, input.note);
      return getCaseBackground(ctx, doctor, input.case_id);
    }),
  });
}
