import type { Notes } from './terms.ts';

const prices = { patient_price_cents: 'what the patient pays', provider_price_cents: 'what the provider asks' };

export const appointments: Notes = {
  appointments: {
    why: 'A request for a treatment, from asking to the visit',
    columns: {
      patient_full_name: 'the name for the provider',
      patient_email: 'how the team reaches the patient',
      patient_phone: 'how the team reaches the patient',
      requested_treatment: 'what is wished for',
      city_current: 'where the patient is',
      city_target: 'where the treatment should be',
      country_current: 'where the patient is',
      country_target: 'where the treatment should be',
      patient_note: 'the patient’s words',
      shared_details: 'what the team tells the patient',
      wish: 'another date, or to cancel',
      offer_lapsed_at: 'when the last offer ended unanswered',
      calendar_sequence: 'replaces an older calendar file',
      answer_due_at: 'when the team should have answered',
      coordinator_id: 'who of the team looks after it',
      provider_phone: 'how the patient reaches the provider',
      admin_private_note: 'the team’s own words',
      provider_initial_price_cents: 'what the provider asked first',
      negotiated_price_cents: 'what was agreed with the provider',
    },
  },
  appointment_offers: {
    why: 'Provider, time and price for a request',
    columns: {
      ...prices,
      accepted_at: 'when the patient accepted the quote',
      accepted_quote: 'the hash of what was accepted',
      provider_id: 'who carries it out',
      provider_name: 'who carries it out, as it was then',
      provider_address: 'where',
      provider_phone: 'how to reach them',
      provider_registration: 'their registration',
      scheduled_at: 'when',
      timezone: 'by which clock',
      products: 'what is used',
      public_note: 'words for the patient',
      private_note: 'the team’s own words',
    },
  },
  appointment_payments: { why: 'What was paid for an appointment', columns: { outcome: 'what followed from it' } },
  appointment_refunds: {
    why: 'What went back',
    columns: { ordered_by: 'who ordered it', ordered_at: 'when it was ordered' },
  },
  appointment_pages: {
    why: 'Payment pages that were opened',
    columns: { url: 'its address at the provider', opened_at: 'when it was opened', closed_at: 'when it was closed' },
  },
  appointment_messages: {
    why: 'Questions and answers about an appointment',
    columns: { from_team: 'from which side' },
  },
  appointment_events: {
    why: 'Who changed what, and why',
    columns: {
      by_patient: 'from which side',
      from_status: 'where it stood before',
      to_status: 'where it stood after',
      details: 'ids and dates of the change',
      change_id: 'ties changes made together',
    },
  },
  appointment_inbox: { why: 'What waits for the team', columns: { handled_by: 'who handled it' } },
  appointment_reminders: {
    why: 'That a reminder was sent once, and no more',
    columns: { hours_before: 'which of the three' },
  },
  appointment_countries: {
    why: 'Countries chosen ahead of a request',
    columns: { country_current: 'where the patient is', country_target: 'where the treatment should be' },
  },
  appointment_views: {
    why: 'Filters an administrator wants to find again',
    columns: { owner_id: 'whose it is', filter: 'what it filters', is_shared: 'whether colleagues see it' },
  },
  appointment_tallies: {
    why: 'Counts of appointments by status, added up every ten minutes',
    kept: 'until they are added up',
    columns: { change: 'one more or one less' },
  },
  providers: {
    why: 'The directory of those who carry out appointments',
    kept: 'until an administrator removes it',
    columns: { address: 'where', phone: 'how to reach them', registration: 'their registration' },
  },
};
