import { noMarkings } from '#contract/markings.ts';
import { randomUUID } from 'node:crypto';
import { NotificationTopics } from '#contract/choices.ts';
import { ConsentVersions } from '#contract/identity.ts';
import { anOffer, aRequest } from './an-appointment.ts';
import { someAnswers, someHistory, somePlan, someRecipes, someScores } from './a-case.ts';
import { progressAnswers } from './expected-progress-answers.ts';
import { communityAnswers, type CommunitySubjects } from './expected-community-answers.ts';

/** Everybody who may knock. `other` is a patient whom the objects in the inputs do not belong to. */
export const Callers = ['visitor', 'patient', 'other', 'single_factor', 'practitioner', 'unverified', 'admin'] as const;
export type CallerName = (typeof Callers)[number];

/** What the inputs may speak of. */
export interface Subjects {
  /** User ids. */
  readonly ids: Readonly<Record<Exclude<CallerName, 'visitor'>, string>>;
  /** Cases that `practitioner` works on: the first is the patient's, with a draft; the second is taken; the third may be signed with `seal`. */
  readonly drafted: string;
  readonly taken: string;
  /** A fourth, for which photos may be asked. */
  readonly asking: string;
  readonly signable: string;
  readonly seal: string;
  readonly picture: Buffer;
  /** Appointments of `patient`: asked for; offered, with the hash of its quote; paid, with its payment. And another one to make an offer for. */
  readonly appointments: Readonly<
    Record<'asked' | 'offered' | 'quote' | 'paid' | 'payment' | 'free' | 'inbox' | 'provider', string>
  >;
  readonly community: CommunitySubjects;
}

export interface Row {
  /** A minimal valid input. */
  readonly input?: (subjects: Subjects) => object;
  /** Instead of `input`, for procedures that take a file. */
  readonly form?: (subjects: Subjects) => FormData;
  /** Status of the answer, by caller. */
  readonly expected: Readonly<Record<CallerName, number>>;
}

/** The same for everybody, but for the named. */
export const all = (status: number, but: Partial<Record<CallerName, number>> = {}): Row['expected'] =>
  ({ ...Object.fromEntries(Callers.map((caller) => [caller, status])), ...but }) as Row['expected'];

const everybody = all(200);
const signedIn = all(200, { visitor: 401 });
const patientsOnly = all(403, { visitor: 401, patient: 200, other: 200 });
const adminOnly = all(403, { visitor: 401, admin: 200 });

const team = all(403, { visitor: 401, practitioner: 200, admin: 200 });
const doctorAndPatient = all(403, { visitor: 401, patient: 200, other: 404, practitioner: 200 });
const unsubscribed = all(403, { visitor: 401, patient: 409, other: 409 });
const practitionersOnly = all(403, { visitor: 401, single_factor: 200, practitioner: 200, unverified: 200 });
const doctorOnly = all(403, { visitor: 401, practitioner: 200 });
/** A patient's own thing; for everybody else there is no such thing. */
const ownPatient = all(404, { visitor: 401, patient: 200 });
/** Nobody is told whether it exists. */
const nowhere = all(404);

/** An id that nothing has. */
const nobody = randomUUID();

const shot = (subjects: Subjects, fields: Record<string, string>): FormData => {
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', new Blob([new Uint8Array(subjects.picture)], { type: 'image/jpeg' }), 'shot.jpg');
  return form;
};

const idOf =
  (which: keyof Subjects['appointments']) =>
  ({ appointments }: Subjects) => ({ appointment_id: appointments[which] });

const contact = {
  last_name: 'Moreau',
  first_name: 'Claire',
  email: 'claire@example.org',
  phone: '+33 612345678',
  birth_date: '1985-04-02',
  consent: true,
};

const somewhere = { region: 'BE', language: 'en' };

const simulation = { purpose: 'simulation', version: ConsentVersions.simulation, language: 'en' };

/** Every procedure of the contract × every caller. A procedure without a row fails the walk. */
export const expectedAnswers: Readonly<Record<string, Row>> = {
  'identity.whoAmI': { expected: everybody },
  'identity.isAdmin': { expected: everybody },
  'identity.ensurePatientForMe': { expected: patientsOnly },
  'identity.setMyLanguage': { input: () => ({ language: 'fr' }), expected: signedIn },
  'identity.listMyConsents': { expected: signedIn },
  'identity.giveConsent': { input: () => ({ ...simulation, purpose: 'research' }), expected: signedIn },
  'identity.withdrawConsent': { input: () => ({ purpose: 'marketing' }), expected: signedIn },
  'identity.adminListPractitioners': { expected: adminOnly },
  'identity.adminVerifyPractitioner': {
    input: ({ ids }) => ({ user_id: ids.unverified, is_verified: false }),
    expected: adminOnly,
  },

  'choices.getMyChoices': { expected: signedIn },
  'choices.setMyChoices': {
    input: () => ({
      topics: Object.fromEntries(
        NotificationTopics.map((topic) => [topic, { in_app: true, email: true, push: false }]),
      ),
      quiet: null,
      digest: 'daily',
    }),
    expected: signedIn,
  },

  'account.getMyDetails': { expected: signedIn },
  'account.setMyDetails': {
    input: () => ({ first_name: 'Claire', last_name: 'Moreau', phone: null, birth_date: null, language: 'en' }),
    // The name of a practitioner stands as it is registered.
    expected: all(409, { visitor: 401, patient: 200, other: 200, admin: 200 }),
  },
  'account.uploadMyAvatar': {
    form: ({ picture }) => {
      const form = new FormData();
      form.set('file', new Blob([new Uint8Array(picture)], { type: 'image/jpeg' }), 'me.jpg');
      return form;
    },
    expected: signedIn,
  },
  'account.removeMyAvatar': { expected: signedIn },
  // Nobody here has given the password once more.
  'account.requestEmailChange': { input: () => ({ email: 'new@example.org' }), expected: all(403, { visitor: 401 }) },
  'account.cancelEmailChange': { expected: signedIn },
  'account.confirmEmailChange': { input: () => ({ token: 'nothing' }), expected: nowhere },
  'account.listMySessions': { expected: signedIn },
  'account.endMySession': { input: () => ({ session_id: nobody }), expected: all(404, { visitor: 401 }) },
  'account.listMySecurityEvents': { expected: signedIn },

  'privacy.getMyExport': { expected: signedIn },
  'privacy.requestMyExport': { expected: signedIn },
  'privacy.listMyAccessLog': { expected: signedIn },
  'privacy.getMyErasure': { expected: patientsOnly },
  'privacy.eraseMyAccount': { input: () => ({ is_final: true }), expected: all(403, { visitor: 401 }) },

  'billing.startCheckout': {
    input: () => ({ sku: 'elite_monthly', type: 'subscription', cycle: 'monthly', amount: 290, currency: 'eur' }),
    // Visitors are led to sign up; staff buy nothing.
    expected: all(403, { visitor: 200, patient: 200, other: 200 }),
  },
  'billing.countExposure': { input: () => ({ variant: 'A' }), expected: everybody },
  'billing.getCheckout': { input: () => ({ checkout_id: nobody }), expected: all(404, { visitor: 401 }) },
  'billing.getMyMembership': { expected: signedIn },
  // Neither patient is subscribed.
  'billing.previewPlanChange': { input: () => ({ sku: 'plus_monthly' }), expected: unsubscribed },
  'billing.changePlan': {
    input: () => ({
      sku: 'plus_monthly',
      at: '2026-11-20T09:00:00Z',
      due_cents: 0,
      idempotency_key: randomUUID(),
    }),
    expected: unsubscribed,
  },
  'billing.cancelSubscription': { expected: unsubscribed },
  'billing.resumeSubscription': { expected: unsubscribed },
  'billing.openCardPage': { expected: unsubscribed },
  'billing.requestRefund': { expected: unsubscribed },
  'billing.getInvoicePdf': { input: () => ({ invoice_id: nobody }), expected: all(404, { visitor: 401 }) },
  'billing.adminListPayments': { expected: adminOnly },
  'billing.adminRefundPayment': {
    input: () => ({ payment_id: 'pi_x', amount_cents: 1, reason: 'test', idempotency_key: randomUUID() }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },
  'billing.adminListSubscriptions': { expected: adminOnly },
  'billing.adminListPaymentFaults': { expected: adminOnly },
  'billing.adminRetryPaymentNotice': {
    input: () => ({ notice_id: 'evt_x' }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },
  'billing.adminGetExperiment': { expected: adminOnly },

  'intake.startLead': { input: () => ({ lead_id: randomUUID(), consent: simulation }), expected: everybody },
  'intake.getLead': { input: () => ({ lead_id: nobody }), expected: nowhere },
  'intake.uploadLeadPhoto': {
    form: (subjects) => shot(subjects, { lead_id: nobody, pose: 'front', is_verified: 'true' }),
    expected: nowhere,
  },
  'intake.insertAnswers': { input: () => ({ lead_id: nobody, answers: someAnswers }), expected: nowhere },
  'intake.upsertLeadOpen': {
    input: () => ({ lead_id: nobody, ...contact, consents: [simulation] }),
    expected: nowhere,
  },
  'intake.claimLeadSecure': {
    input: ({ ids }) => ({ lead_id: nobody, user_id: ids.patient }),
    expected: all(403, { visitor: 404, patient: 404 }),
  },
  // A browser without a session must hold a lead of that person.
  'intake.attachLeadFilesToUser': {
    input: ({ ids }) => ({ user_id: ids.patient }),
    expected: all(403, { patient: 200 }),
  },
  'intake.getMyCurrentSet': { expected: signedIn },
  // The other patient has not agreed to a simulation.
  'intake.uploadUserPhoto': {
    form: (subjects) => shot(subjects, { pose: 'front', is_verified: 'true' }),
    expected: all(403, { visitor: 401, patient: 200 }),
  },
  'intake.appendUserPhoto': {
    input: () => ({ pose: 'front', path: 'front-0.jpg' }),
    expected: all(403, { visitor: 401, patient: 404, other: 404 }),
  },

  'simulation.listMyCases': { expected: signedIn },
  // Not signed yet: for its own patient, too, there is nothing to see.
  'simulation.getMySimulation': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(404, { visitor: 401 }),
  },
  'caseFlow.listPractitionerLoad': { expected: all(403, { visitor: 401, practitioner: 200, admin: 200 }) },
  'caseFlow.assignCase': {
    input: ({ drafted }) => ({ case_id: drafted, practitioner_id: null }),
    // It is being worked on.
    expected: all(403, { visitor: 401, practitioner: 409, admin: 409 }),
  },
  'caseFlow.balanceCases': { expected: all(403, { visitor: 401, practitioner: 200, admin: 200 }) },
  'caseFlow.takeOverCase': {
    input: ({ drafted }) => ({ case_id: drafted, reason: 'holiday' }),
    expected: doctorOnly,
  },
  'caseFlow.requestPhotos': {
    input: ({ asking }) => ({ case_id: asking, poses: ['front'], reason: 'blurred' }),
    expected: doctorOnly,
  },
  'caseFlow.withdrawPhotoRequest': { input: ({ asking }) => ({ case_id: asking }), expected: doctorOnly },
  'caseFlow.getMyAllowance': { expected: patientsOnly },
  // The patient has an open case; the other one has no photos.
  'caseFlow.requestSimulation': {
    input: () => ({ idempotency_key: randomUUID() }),
    expected: all(403, { visitor: 401, patient: 409, other: 409 }),
  },
  // Not signed: its own patient hears so, others that it does not exist.
  'caseFlow.requestRedo': {
    input: ({ drafted }) => ({ case_id: drafted, wishes: 'softer', idempotency_key: randomUUID() }),
    expected: all(404, { visitor: 401, patient: 409 }),
  },
  'caseFlow.reopenCase': {
    input: ({ drafted }) => ({ case_id: drafted, reason: 'a wrong side' }),
    expected: all(403, { visitor: 401, practitioner: 409 }),
  },
  'caseFlow.saveCaseNote': {
    input: ({ drafted }) => ({ case_id: drafted, base_version: 0, body: 'thin skin' }),
    expected: doctorOnly,
  },
  'caseFlow.listDraftVersions': { input: ({ drafted }) => ({ case_id: drafted }), expected: doctorOnly },
  'caseFlow.getDraftVersion': { input: ({ drafted }) => ({ case_id: drafted, version: 1 }), expected: doctorOnly },
  'caseFlow.nameDraftVersion': {
    input: ({ drafted }) => ({ case_id: drafted, version: 1, name: 'softer' }),
    expected: doctorOnly,
  },
  'caseFlow.verifySignature': { input: () => ({ code: 'NOBODYHASTHISONE' }), expected: everybody },
  'caseFlow.listShareLinks': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(404, { visitor: 401, patient: 200 }),
  },
  'caseFlow.createShareLink': {
    input: ({ drafted }) => ({ case_id: drafted, days: 7 }),
    expected: all(404, { visitor: 401, patient: 409 }),
  },
  'caseFlow.revokeShareLink': { input: () => ({ link_id: nobody }), expected: all(404, { visitor: 401 }) },
  'caseFlow.getSharedSimulation': { input: () => ({ token: 'a-secret-that-nobody-has' }), expected: nowhere },
  'caseFlow.getPlanDocument': {
    input: ({ drafted }) => ({ case_id: drafted, language: 'fr' }),
    expected: all(404, { visitor: 401, single_factor: 403, unverified: 403, admin: 403 }),
  },
  'caseFlow.listMyPublished': { expected: signedIn },

  'care.getMyMedicalHistory': { expected: patientsOnly },
  'care.saveMedicalHistory': { input: () => ({ history: someHistory() }), expected: patientsOnly },
  'care.getMyExpectations': { expected: patientsOnly },
  'care.answerExpectations': {
    input: () => ({ is_preoccupied: false, is_distressed: false, is_hindered: false, time_a_day: 'under_1h' }),
    expected: patientsOnly,
  },
  'care.reportUrgentSigns': {
    input: () => ({ signs: ['vision'], idempotency_key: randomUUID() }),
    expected: patientsOnly,
  },
  'care.listMyUrgentReports': { expected: patientsOnly },
  'care.listUrgentReports': { expected: team },
  'care.acknowledgeUrgentReport': {
    input: () => ({ report_id: nobody }),
    expected: all(403, { visitor: 401, practitioner: 404, admin: 404 }),
  },
  'care.settleUrgentReport': {
    input: () => ({ report_id: nobody, settlement: 'called' }),
    expected: all(403, { visitor: 401, practitioner: 404, admin: 404 }),
  },
  'care.listCaseMessages': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: doctorAndPatient,
  },
  // In the free plan a doctor writes first.
  'care.postCaseMessage': {
    input: ({ drafted }) => ({ case_id: drafted, body: 'Good morning', idempotency_key: randomUUID() }),
    expected: { ...doctorAndPatient, patient: 403 },
  },
  'care.setTreatmentDate': {
    input: ({ drafted }) => ({ case_id: drafted, treated_on: '2026-11-19' }),
    expected: all(403, { visitor: 401, patient: 409, other: 404 }),
  },
  'care.getMyOutcomes': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: all(403, { visitor: 401, patient: 200, other: 404 }),
  },
  'care.answerOutcomeCheck': {
    input: ({ drafted }) => ({ case_id: drafted, kind: 'two_weeks', match: 4, satisfaction: 5, events: [] }),
    expected: all(403, { visitor: 401, patient: 409, other: 404 }),
  },
  'care.getCaseBackground': { input: ({ drafted }) => ({ case_id: drafted }), expected: doctorOnly },
  'care.recordExpectationTalk': {
    input: ({ drafted }) => ({ case_id: drafted, note: 'We talked.' }),
    expected: doctorOnly,
  },

  'simulation.listStudioCases': { expected: doctorOnly },
  'simulation.getStudioCase': { input: ({ drafted }) => ({ case_id: drafted }), expected: doctorOnly },
  'simulation.takeCase': { input: ({ drafted }) => ({ case_id: drafted }), expected: doctorOnly },
  'simulation.releaseCase': { input: ({ taken }) => ({ case_id: taken }), expected: doctorOnly },
  'simulation.saveSimulationDraft': {
    input: ({ drafted }) => ({
      case_id: drafted,
      base_version: 1,
      style: 'natural',
      recipes: someRecipes,
      plan: somePlan,
      markings: noMarkings(),
    }),
    expected: doctorOnly,
  },
  'simulation.uploadRendering': {
    form: (subjects) => shot(subjects, { case_id: subjects.drafted, version: '1', pose: 'front', style: 'natural' }),
    expected: doctorOnly,
  },
  // The first case is not signed, so nothing follows it.
  'simulation.getSkinFollowUp': {
    input: ({ drafted }) => ({ case_id: drafted }),
    expected: { ...doctorOnly, practitioner: 409 },
  },
  'simulation.signSkinFollowUp': {
    input: ({ drafted }) => ({
      case_id: drafted,
      photo_id: nobody,
      scores: someScores(),
      idempotency_key: randomUUID(),
    }),
    expected: { ...doctorOnly, practitioner: 409 },
  },
  'simulation.saveSkinScore': {
    input: ({ drafted }) => ({ case_id: drafted, scores: someScores() }),
    expected: doctorOnly,
  },
  'simulation.signAndPublish': {
    input: ({ signable, seal }) => ({ case_id: signable, version: 1, seal, idempotency_key: randomUUID() }),
    expected: doctorOnly,
  },

  'appointments.listCountries': { expected: everybody },
  'appointments.requestAppointment': { input: () => aRequest(), expected: patientsOnly },
  'appointments.setLatestAppointmentCountries': {
    input: () => ({ country_current: 'FR', country_target: 'BE' }),
    expected: patientsOnly,
  },
  'appointments.getMyAppointments': { expected: signedIn },
  'appointments.getMyAppointmentsV2': { expected: signedIn },
  'appointments.getMyAppointment': { input: idOf('asked'), expected: ownPatient },
  'appointments.askAboutAppointment': {
    input: (subjects) => ({ ...idOf('asked')(subjects), body: 'May I come earlier?', idempotency_key: randomUUID() }),
    expected: ownPatient,
  },
  'appointments.markAppointmentRead': { input: idOf('asked'), expected: ownPatient },
  'appointments.requestAppointmentChange': {
    input: (subjects) => ({ ...idOf('paid')(subjects), wish: 'reschedule', idempotency_key: randomUUID() }),
    expected: ownPatient,
  },
  'appointments.getAppointmentQuote': { input: idOf('offered'), expected: ownPatient },
  'appointments.acceptAppointmentQuote': {
    input: ({ appointments: { offered, quote } }) => ({ appointment_id: offered, quote_sha256: quote }),
    expected: ownPatient,
  },
  'appointments.createCheckoutSession': { input: idOf('offered'), expected: ownPatient },
  'appointments.getAppointmentReceipt': { input: idOf('paid'), expected: ownPatient },
  'appointments.getAppointmentCalendar': { input: idOf('paid'), expected: ownPatient },

  'appointmentsAdmin.adminListAppointments': { expected: adminOnly },
  'appointmentsAdmin.adminGetAppointment': { input: idOf('asked'), expected: adminOnly },
  'appointmentsAdmin.adminSetAppointmentStatus': {
    input: ({ appointments }) => ({ appointment_ids: [appointments.asked], status: 'in_progress' }),
    expected: adminOnly,
  },
  // There is nothing to take back.
  'appointmentsAdmin.adminUndoStatus': { input: () => ({ change_id: nobody }), expected: { ...adminOnly, admin: 409 } },
  'appointmentsAdmin.adminSetAwaitingPayment': {
    input: ({ appointments }) => anOffer(appointments.free, { allow_double_booking: true }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminRescheduleAppointment': {
    input: (subjects) => ({
      ...idOf('paid')(subjects),
      scheduled_at: '2026-12-10T09:00:00Z',
      timezone: 'Europe/Paris',
    }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminAddPrivateInfo': {
    input: (subjects) => ({ ...idOf('asked')(subjects), admin_private_note: 'Call her.' }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminSetSharedDetails': {
    input: ({ appointments }) => ({ appt_id: appointments.asked, details: 'We are asking two practitioners.' }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminAssignAppointments': {
    input: ({ appointments }) => ({ appointment_ids: [appointments.asked], coordinator_id: null }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminListCoordinators': { expected: adminOnly },
  'appointmentsAdmin.adminAnswerAppointment': {
    input: (subjects) => ({ ...idOf('asked')(subjects), body: 'Yes.', idempotency_key: randomUUID() }),
    expected: adminOnly,
  },
  // The patient wishes for nothing.
  'appointmentsAdmin.adminAnswerWish': {
    input: (subjects) => ({ ...idOf('asked')(subjects), is_granted: true }),
    expected: { ...adminOnly, admin: 409 },
  },
  'appointmentsAdmin.adminRefundAppointment': {
    input: ({ appointments: { paid, payment } }) => ({
      appointment_id: paid,
      payment_id: payment,
      amount_cents: 100,
      reason: 'goodwill',
      idempotency_key: randomUUID(),
    }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminListAppointmentPayments': { expected: adminOnly },
  'appointmentsAdmin.adminExportAppointments': { expected: adminOnly },
  'appointmentsAdmin.adminListScheduled': {
    input: () => ({ from: '2026-12-01T00:00:00Z', to: '2026-12-31T00:00:00Z' }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminInboxList': { expected: adminOnly },
  'appointmentsAdmin.adminInboxHandle': {
    input: ({ appointments }) => ({ inbox_id: appointments.inbox }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminListProviders': { expected: adminOnly },
  'appointmentsAdmin.adminGetProvider': {
    input: ({ appointments }) => ({ provider_id: appointments.provider }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminSaveProvider': { input: () => ({ name: 'Dr Inès Aubry' }), expected: adminOnly },
  'appointmentsAdmin.adminCheckProviderTime': {
    input: () => ({ provider_name: 'Dr Inès Aubry', scheduled_at: '2026-12-03T14:30' }),
    expected: adminOnly,
  },
  'appointmentsAdmin.adminListViews': { expected: adminOnly },
  'appointmentsAdmin.adminSaveView': { input: () => ({ name: 'Mine', filter: {} }), expected: adminOnly },
  'appointmentsAdmin.adminDeleteView': { input: () => ({ view_id: nobody }), expected: adminOnly },

  'usersAdmin.adminListUsers': { expected: adminOnly },
  'usersAdmin.adminGetUser': { input: ({ ids }) => ({ user_id: ids.other }), expected: adminOnly },
  'usersAdmin.adminSetUserRole': {
    input: ({ ids }) => ({ user_id: ids.other, role: 'patient', reason: 'as it was' }),
    expected: adminOnly,
  },
  'usersAdmin.adminSetUserPlan': {
    input: ({ ids }) => ({ user_id: ids.other, plan: 'plus', reason: 'goodwill' }),
    expected: adminOnly,
  },
  'usersAdmin.adminSuspendUser': {
    input: ({ ids }) => ({ user_id: ids.other, is_suspended: false, reason: 'as it was' }),
    expected: adminOnly,
  },
  'usersAdmin.adminEndUserSessions': {
    input: ({ ids }) => ({ user_id: ids.other, session_id: nobody, reason: 'asked for' }),
    expected: adminOnly,
  },
  'casesAdmin.adminListCases': { expected: adminOnly },
  'operations.adminListAudit': { expected: adminOnly },
  'operations.adminCheckAuditChain': { expected: adminOnly },
  'operations.adminGetHealth': { expected: adminOnly },
  'site.adminGetSiteContent': { input: () => somewhere, expected: adminOnly },
  'site.adminSaveSiteBlock': {
    input: () => ({
      ...somewhere,
      content: { block: 'statistics', content: { clinics: 1, doctors: 2, patients: 3 } },
      is_shown: true,
      reason: '',
      is_confirmed: false,
      publish: false,
      newest_id: null,
    }),
    expected: adminOnly,
  },
  'site.adminDiscardSiteDraft': { input: () => ({ ...somewhere, block: 'claims' }), expected: adminOnly },
  'site.adminListSiteVersions': { input: () => ({ ...somewhere, block: 'claims' }), expected: adminOnly },
  'site.adminRestoreSiteVersion': {
    input: () => ({ id: nobody, newest_id: null }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },

  'directory.searchPractitioners': { input: () => ({ city: 'Lyon' }), expected: everybody },
  'directory.suggestCities': { input: () => ({ text: 'Ly' }), expected: everybody },
  'directory.getMyPublicProfile': { expected: practitionersOnly },
  'directory.saveMyPublicProfile': {
    input: () => ({
      specialities: [],
      languages: [],
      introduction_en: '',
      introduction_fr: '',
      places: [],
      is_listed: false,
    }),
    expected: practitionersOnly,
  },
  'directory.adminListProfiles': { expected: adminOnly },
  'directory.adminHideProfile': {
    input: () => ({ user_id: nobody, is_hidden: false, reason: '' }),
    expected: all(403, { visitor: 401, admin: 404 }),
  },
  ...communityAnswers(all),
  ...progressAnswers(all),
};
