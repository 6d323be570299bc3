import 'i18next';

/** Keys are typed from the English catalogue. Each message file that the app loads needs a line here. */
declare module 'i18next' {
  interface CustomTypeOptions {
    defaultNS: 'ui';
    keySeparator: false;
    returnNull: false;
    resources: {
      /** Keyed by the error codes of the contract. */
      errors: Record<string, string>;
      account: typeof import('../../../messages/en/account.json');
      admin: typeof import('../../../messages/en/admin.json');
      agenda: typeof import('../../../messages/en/agenda.json');
      ago: typeof import('../../../messages/en/ago.json');
      'appointment-times': typeof import('../../../messages/en/appointment-times.json');
      appointments: typeof import('../../../messages/en/appointments.json');
      billing: typeof import('../../../messages/en/billing.json');
      bookings: typeof import('../../../messages/en/bookings.json');
      calibration: typeof import('../../../messages/en/calibration.json');
      capture: typeof import('../../../messages/en/capture.json');
      care: typeof import('../../../messages/en/care.json');
      case: typeof import('../../../messages/en/case.json');
      clinics: typeof import('../../../messages/en/clinics.json');
      macros: typeof import('../../../messages/en/macros.json');
      ledger: typeof import('../../../messages/en/ledger.json');
      figures: typeof import('../../../messages/en/figures.json');
      reviews: typeof import('../../../messages/en/reviews.json');
      shares: typeof import('../../../messages/en/shares.json');
      disputes: typeof import('../../../messages/en/disputes.json');
      community: typeof import('../../../messages/en/community.json');
      'community-statements': typeof import('../../../messages/en/community-statements.json');
      'community-answers': typeof import('../../../messages/en/community-answers.json');
      'community-ending': typeof import('../../../messages/en/community-ending.json');
      'community-reading': typeof import('../../../messages/en/community-reading.json');
      'community-guides': typeof import('../../../messages/en/community-guides.json');
      'community-since': typeof import('../../../messages/en/community-since.json');
      'community-wizard': typeof import('../../../messages/en/community-wizard.json');
      'community-writing': typeof import('../../../messages/en/community-writing.json');
      'community-on-web': typeof import('../../../messages/en/community-on-web.json');
      'community-reports': typeof import('../../../messages/en/community-reports.json');
      'community-texts': typeof import('../../../messages/en/community-texts.json');
      compliance: typeof import('../../../messages/en/compliance.json');
      consent: typeof import('../../../messages/en/consent.json');
      course: typeof import('../../../messages/en/course.json');
      content: typeof import('../../../messages/en/content.json');
      dashboard: typeof import('../../../messages/en/dashboard.json');
      'dashboard-cards': typeof import('../../../messages/en/dashboard-cards.json');
      diagnostic: typeof import('../../../messages/en/diagnostic.json');
      directory: typeof import('../../../messages/en/directory.json');
      friends: typeof import('../../../messages/en/friends.json');
      identity: typeof import('../../../messages/en/identity.json');
      imports: typeof import('../../../messages/en/imports.json');
      incidents: typeof import('../../../messages/en/incidents.json');
      launch: typeof import('../../../messages/en/launch.json');
      'moderator-reasons': typeof import('../../../messages/en/moderator-reasons.json');
      moderation: typeof import('../../../messages/en/moderation.json');
      months: typeof import('../../../messages/en/months.json');
      evidence: typeof import('../../../messages/en/evidence.json');
      library: typeof import('../../../messages/en/library.json');
      notifications: typeof import('../../../messages/en/notifications.json');
      offline: typeof import('../../../messages/en/offline.json');
      'opening-soon': typeof import('../../../messages/en/opening-soon.json');
      progress: typeof import('../../../messages/en/progress.json');
      questionnaire: typeof import('../../../messages/en/questionnaire.json');
      record: typeof import('../../../messages/en/record.json');
      studio: typeof import('../../../messages/en/studio.json');
      transparency: typeof import('../../../messages/en/transparency.json');
      terms: typeof import('../../../messages/en/terms.json');
      'brought-along': typeof import('../../../messages/en/brought-along.json');
      'clinical-photos': typeof import('../../../messages/en/clinical-photos.json');
      'treatment-passport': typeof import('../../../messages/en/treatment-passport.json');
      'treatment-plan': typeof import('../../../messages/en/treatment-plan.json');
      ui: typeof import('../../../messages/en/ui.json');
      video: typeof import('../../../messages/en/video.json');
      'video-doctor': typeof import('../../../messages/en/video-doctor.json');
      waiting: typeof import('../../../messages/en/waiting.json');
      legal: typeof import('../../../messages/en/legal.json');
      site: typeof import('../../../messages/en/site.json');
    };
  }
}
