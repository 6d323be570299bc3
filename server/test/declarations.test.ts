import { isContractProcedure, oc } from '@orpc/contract';
import { implement } from '@orpc/server';
import { expect, test } from 'vitest';
import type { Access } from '#contract/access.ts';
import { rpc } from '#contract/base.ts';
import { contract } from '#contract/index.ts';
import { callsIn } from '#server/platform/http/calls.ts';

/**
 * What every procedure declares, but for those of everybody who is signed in. It is written down once more, because the table of expected answers follows
 * the declarations: a declaration that is weakened by mistake must fail somewhere.
 */
const declared = {
  visitor: [
    'account.confirmEmailChange',
    'appointments.listCountries',
    'billing.countExposure',
    'billing.startCheckout',
    'caseFlow.getSharedSimulation',
    'caseFlow.verifySignature',
    'community.listChannels',
    'directory.searchPractitioners',
    'directory.suggestCities',
    'identity.isAdmin',
    'identity.whoAmI',
    'intake.attachLeadFilesToUser',
    'intake.claimLeadSecure',
    'intake.getLead',
    'intake.insertAnswers',
    'intake.startLead',
    'intake.uploadLeadPhoto',
    'intake.upsertLeadOpen',
  ],
  patient: [
    'appointments.getMyBenefits',
    'appointments.requestAppointment',
    'appointments.setLatestAppointmentCountries',
    'billing.cancelSubscription',
    'billing.changePlan',
    'billing.openCardPage',
    'billing.previewPlanChange',
    'billing.requestRefund',
    'billing.resumeSubscription',
    'care.answerExpectations',
    'care.answerOutcomeCheck',
    'care.getHistoryDraft',
    'care.getMyExpectations',
    'care.getMyMedicalHistory',
    'care.getMyOutcomes',
    'care.listMyUrgentReports',
    'care.reportUrgentSigns',
    'care.saveHistoryDraft',
    'care.saveMedicalHistory',
    'care.setTreatmentDate',
    'care.setUrgentPhone',
    'caseFlow.getMyAllowance',
    'caseFlow.requestSimulation',
    'identity.ensurePatientForMe',
    'intake.appendUserPhoto',
    'intake.uploadUserPhoto',
    'privacy.eraseMyAccount',
    'privacy.getMyErasure',
    'progress.acceptInvite',
    'progress.claimReward',
    'progress.confirmFriend',
    'progress.endFriendship',
    'progress.getDashboardSummary',
    'progress.getInvite',
    'progress.getMyInvite',
    'progress.joinChallenge',
    'progress.leaveChallenge',
    'progress.listChallenges',
    'progress.listFriends',
    'progress.listMyPhotos',
    'progress.noteShare',
    'progress.renewMyInvite',
    'progress.updateProgressSettings',
    'treatmentRecords.getMyPassport',
    'treatmentRecords.getPassportDocument',
  ],
  admin: [
    'appointmentsAdmin.adminAddPrivateInfo',
    'appointmentsAdmin.adminAnswerAppointment',
    'appointmentsAdmin.adminAnswerWish',
    'appointmentsAdmin.adminAssignAppointments',
    'appointmentsAdmin.adminCheckProviderTime',
    'appointmentsAdmin.adminDeleteView',
    'appointmentsAdmin.adminExportAppointments',
    'appointmentsAdmin.adminGetAppointment',
    'appointmentsAdmin.adminGetProvider',
    'appointmentsAdmin.adminInboxHandle',
    'appointmentsAdmin.adminInboxList',
    'appointmentsAdmin.adminListAppointmentPayments',
    'appointmentsAdmin.adminListAppointments',
    'appointmentsAdmin.adminListCoordinators',
    'appointmentsAdmin.adminListProviders',
    'appointmentsAdmin.adminListScheduled',
    'appointmentsAdmin.adminListViews',
    'appointmentsAdmin.adminRefundAppointment',
    'appointmentsAdmin.adminRescheduleAppointment',
    'appointmentsAdmin.adminSaveProvider',
    'appointmentsAdmin.adminSaveView',
    'appointmentsAdmin.adminSetAppointmentStatus',
    'appointmentsAdmin.adminSetAwaitingPayment',
    'appointmentsAdmin.adminSetSharedDetails',
    'appointmentsAdmin.adminUndoStatus',
    'billing.adminGetExperiment',
    'billing.adminListPaymentFaults',
    'billing.adminListPayments',
    'billing.adminListSubscriptions',
    'billing.adminRefundPayment',
    'billing.adminRetryPaymentNotice',
    'casesAdmin.adminListCases',
    'directory.adminHideProfile',
    'directory.adminListProfiles',
    'identity.adminListPractitioners',
    'identity.adminVerifyPractitioner',
    'launch.adminChooseWording',
    'launch.adminGetLaunch',
    'launch.adminPublishSite',
    'launch.adminSettleLaunchLine',
    'operations.adminCheckAuditChain',
    'operations.adminGetHealth',
    'operations.adminListAudit',
    'operations.adminTryAgain',
    'progress.adminDeleteProduct',
    'progress.adminFulfilRewardClaim',
    'progress.adminListProducts',
    'progress.adminListRewardClaims',
    'progress.adminSaveProduct',
    'site.adminDiscardSiteDraft',
    'site.adminGetSiteContent',
    'site.adminListSiteVersions',
    'site.adminRestoreSiteVersion',
    'site.adminSaveSiteBlock',
    'treatmentRecords.exportLot',
    'treatmentRecords.findLot',
    'usersAdmin.adminEndUserSessions',
    'usersAdmin.adminGetUser',
    'usersAdmin.adminListUsers',
    'usersAdmin.adminSetUserPlan',
    'usersAdmin.adminSetUserRole',
    'usersAdmin.adminSuspendUser',
  ],
  verifiedDoctor: [
    'care.getCaseBackground',
    'care.recordExpectationTalk',
    'caseFlow.endOpening',
    'caseFlow.getDraftVersion',
    'caseFlow.getLockedCase',
    'caseFlow.listDraftVersions',
    'caseFlow.nameDraftVersion',
    'caseFlow.openCase',
    'caseFlow.reopenCase',
    'caseFlow.saveCaseNote',
    'caseFlow.takeOverCase',
    'simulation.getSigningKeys',
    'simulation.getSkinFollowUp',
    'simulation.getStudioCase',
    'simulation.listStudioCases',
    'simulation.signSkinFollowUp',
    'simulation.takeCase',
    'treatmentRecords.correctTreatment',
    'treatmentRecords.getCaseRecords',
    'treatmentRecords.recordTreatment',
    'treatmentRecords.uploadTreatmentPhoto',
  ],
  doctorInCharge: [
    'caseFlow.requestPhotos',
    'caseFlow.withdrawPhotoRequest',
    'simulation.acceptMark',
    'simulation.releaseCase',
    'simulation.saveSimulationDraft',
    'simulation.saveSkinScore',
    'simulation.seeRendering',
    'simulation.signAndPublish',
    'simulation.uploadRendering',
  ],
  team: [
    'care.acknowledgeUrgentReport',
    'care.listUrgentReports',
    'care.settleUrgentReport',
    'caseFlow.answerReopening',
    'caseFlow.askReopening',
    'caseFlow.assignCase',
    'caseFlow.balanceCases',
    'caseFlow.listPractitionerLoad',
    'caseFlow.listReopenings',
    'community.listAskedPosts',
  ],
  eitherSide: [
    'care.listCaseMessages',
    'care.postCaseMessage',
    'caseFlow.getPlanDocument',
    'caseFlow.getSignatureProof',
  ],
  practitioner: ['directory.getMyPublicProfile', 'directory.saveMyPublicProfile'],
  moderator: [
    'community.addWordFilter',
    'community.answerAppeal',
    'community.answerJoinRequest',
    'community.inviteToChannel',
    'community.listAppeals',
    'community.listChannelInvites',
    'community.listJoinRequests',
    'community.listModerationLog',
    'community.listReports',
    'community.listWordFilters',
    'community.moderate',
    'community.removeMember',
    'community.removeWordFilter',
    'community.revokeInvite',
    'community.setChannelBranding',
    'community.setChannelThemes',
    'community.setLocked',
    'community.setMemberRole',
    'community.setPinned',
    'community.updateChannel',
  ],
} as const satisfies Partial<Record<Access, readonly string[]>>;

type Declared = Partial<Record<Access, string[]>>;
const declarations = Object.entries(contract).flatMap(([domain, group]) =>
  Object.entries(group).flatMap(([name, procedure]) =>
    isContractProcedure(procedure)
      ? [{ name: `${domain}.${name}`, access: (procedure['~orpc'].meta as { access: Access }).access }]
      : [],
  ),
);

test('trust 28: the sensitive declarations are those that are written down here', () => {
  const found: Declared = {};
  for (const { name, access } of declarations) if (access !== 'signedIn') (found[access] ??= []).push(name);
  for (const names of Object.values(found)) names.sort();
  expect(found).toEqual(declared);
});

test('trust 28: what is named after administrators is theirs alone', () => {
  const open = declarations.filter(({ name, access }) => name.split('.')[1]?.startsWith('admin') && access !== 'admin');
  expect(open).toEqual([]);
});

test('trust 28: a procedure that declares nobody does not compile, and would keep the service from starting', () => {
  // @ts-expect-error The second word is no declaration.
  expect(() => rpc('careless', 'community', 'Forgets to say who may call it')).toThrow(TypeError);
  const careless = oc.route({ method: 'POST', path: '/rpc/careless' });
  const router = { careless: implement(careless).handler(() => true) };
  expect(() => callsIn(router)).toThrow('careless declares nobody who may call it');
});
