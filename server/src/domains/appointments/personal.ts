import { sql } from 'kysely';
import { releaseTimes } from '#server/domains/bookings/index.ts';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import { keepUndecided, listOpenRefunds } from './erased-refunds.ts';
import './events.ts';
import { askAboutUnsettled } from './settle-change.ts';
import { endWaitsFor } from './waiting/end-without-practitioner.ts';

export const appointmentsData: PersonalData = {
  tables: {
    appointments: {
      why: 'A request for a treatment, from the request to the visit',
      of: 'patient_id',
      hidden: [
        'patient_id',
        'coordinator_id',
        'admin_private_note',
        'provider_initial_price_cents',
        'negotiated_price_cents',
        'search',
        'provider_search',
      ],
      mentions: ['coordinator_id'],
      columns: {
        patient_full_name: 'the name for the provider',
        patient_email: 'how the team reaches the patient',
        patient_phone: 'how the team reaches the patient',
        requested_treatment: 'the treatment that the patient wants',
        city_current: 'where the patient is',
        city_target: 'where the treatment should be',
        country_current: 'where the patient is',
        country_target: 'where the treatment should be',
        patient_note: 'the patient’s text',
        shared_details: 'the team’s note to the patient',
        wish: 'the patient’s request for another date or for a cancellation',
        offer_lapsed_at: 'when the last offer lapsed',
        calendar_sequence: 'the version of the calendar file, by which it replaces older ones',
        answer_due_at: 'until when the team should answer',
        coordinator_id: 'the coordinator',
        provider_phone: 'how the patient reaches the provider',
        admin_private_note: 'the team’s internal note',
        provider_initial_price_cents: 'the price that the provider asked first',
        negotiated_price_cents: 'the price that was agreed with the provider',
        provider_search: 'search words of the provider',
      },
    },
    appointment_offers: {
      why: 'Provider, time and price for a request',
      of: 'appointment_id>appointments',
      hidden: ['created_by', 'provider_price_cents', 'private_note'],
      mentions: ['created_by'],
      columns: {
        patient_price_cents: 'the price for the patient',
        deposit_cents: 'the deposit, which is paid online and not refunded after a late cancellation',
        free_until_hours: 'until when it can be cancelled free of charge',
        is_direct: 'whether the patient took the time without the team',
        provider_price_cents: 'the price of the provider',
        accepted_at: 'when the patient accepted the quote',
        accepted_quote: 'the hash of what was accepted',
        accepted_name: 'the name of the patient in what was accepted',
        payment_failed_at: 'when a payment last failed',
        provider_id: 'the practitioner or provider who carries it out',
        provider_name: 'the name of the provider at that time',
        provider_address: 'the address of the provider',
        provider_phone: 'the telephone number',
        provider_registration: 'the registration of the provider',
        provider_seller: 'the seller of the act',
        provider_insurance: 'the professional insurance of the provider',
        alternatives_until: 'until when the patient chooses another time',
        alternatives_over_at: 'when the deadline passed without a choice',
        quote_number: 'the number of the quote',
        quote_version: 'the version of the quote',
        vat_permille: 'the rate of the tax in the price',
        reflection_days: 'length of the reflection period before a payment, in days',
        scheduled_at: 'the time of the appointment',
        timezone: 'the time zone',
        products: 'the products',
        is_video: 'whether the visit is by video',
        public_note: 'a note to the patient',
        private_note: 'the team’s internal note',
      },
    },
    appointment_payments: {
      why: 'Payments for an appointment',
      of: 'appointment_id>appointments',
      columns: { outcome: 'the result of the payment' },
    },
    appointment_refunds: {
      why: 'Refunds of an appointment',
      of: 'payment_id>appointment_payments.payment_id',
      hidden: ['ordered_by', 'reason'],
      mentions: ['ordered_by'],
      columns: {
        ordered_by: 'the person who ordered it',
        ordered_at: 'when it was ordered',
        made_at: 'when the payment provider took the order',
        failed_at: 'when the provider reported that the refund failed',
        failure: 'the bank’s reason',
      },
    },
    appointment_messages: {
      why: 'Questions and answers about an appointment',
      of: 'appointment_id>appointments',
      hidden: ['author_id'],
      mentions: ['author_id'],
      columns: { from_team: 'whether the team wrote it' },
    },
    appointment_events: {
      why: 'The history of an appointment: each change, its author and its reason',
      of: 'appointment_id>appointments',
      hidden: ['actor_id', 'details', 'reason'],
      mentions: ['actor_id'],
      columns: {
        by_patient: 'the side that caused the change',
        from_status: 'the status before',
        to_status: 'the status after',
        details: 'ids and dates of the change',
        change_id: 'identifies changes that were made together',
      },
    },
    appointment_inbox: {
      why: 'Work that waits for the team. An entry about the payment of an erased patient is deleted with the payment',
      of: 'appointment_id>appointments',
      hidden: 'all',
      mentions: ['handled_by', 'coordinator_id', 'practitioner_id'],
      columns: {
        handled_by: 'the person who handled it',
        coordinator_id: 'the person to whom it is assigned',
        due_at: 'when it is due',
        dispute_id: 'the dispute',
        difference_id: 'the difference in the accounts',
        refund_id: 'the refund that failed',
        snoozed_until: 'until when the team snoozed it',
      },
    },
    appointment_offer_times: {
      why: 'Times that an offer holds for a patient',
      of: 'offer_id>appointment_offers',
      hidden: ['offer_id', 'time_id'],
      columns: { time_id: 'the time', is_chosen: 'whether the patient chose this time' },
    },
    appointment_pages: {
      why: 'Payment pages that were opened',
      of: 'offer_id>appointment_offers',
      hidden: 'all',
      columns: {
        url: 'its address at the provider',
        opened_at: 'when it was opened',
        closed_at: 'when it was closed',
        accepted_quote: 'the hash of the quote that was accepted then',
      },
    },
    appointment_reminders: {
      why: 'Reminders that were sent, so that none is sent twice',
      of: 'offer_id>appointment_offers',
      columns: { hours_before: 'the number of hours before the appointment' },
    },
    appointment_sms_reminders: {
      why: 'Reminders that were sent by SMS, with the reply, so that none is sent twice',
      of: 'offer_id>appointment_offers',
      hidden: ['message_id'],
      columns: {
        hours_before: 'the number of hours before the appointment',
        scheduled_at: 'the time of the appointment in the message',
        message_id: 'the id of the SMS',
        confirmed_at: 'when it was answered',
      },
    },
    appointment_countries: {
      why: 'Countries that visitors chose before they made a request',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { country_current: 'where the patient is', country_target: 'where the treatment should be' },
    },
    appointment_waits: {
      why: 'Patients on the waiting list of a service, with the times they asked for',
      of: 'patient_id',
      hidden: ['patient_id', 'service_id', 'practitioner_id', 'site_id', 'unavailable_since'],
      mentions: ['practitioner_id'],
      columns: {
        first_day: 'the first day that the patient wants',
        last_day: 'the last day that the patient wants',
        part: 'the part of the day that the patient wants',
        zone: 'the patient’s time zone',
        in_line_since: 'the place in the line',
        lapses: 'how many offered times lapsed without an answer',
        paused_at: 'since when the wait is paused',
        unavailable_since: 'since when nobody offers what the patient waits for',
        ended_at: 'when it ended',
        ended_as: 'how it ended',
      },
    },
    appointment_wait_offers: {
      why: 'Times that were held for patients on a waiting list, and how each ended',
      of: 'patient_id',
      hidden: ['patient_id', 'practitioner_id', 'wait_id', 'offer_id'],
      mentions: ['practitioner_id'],
      columns: {
        wait_id: 'the wait to which it was offered',
        starts_at: 'the time',
        offered_at: 'when it was offered',
        until: 'until when it was held',
        told_at: 'when the patient was notified',
        outcome: 'whether it was taken',
      },
    },
    appointment_views: {
      why: 'Filters that administrators saved as views',
      of: 'owner_id',
      hidden: ['owner_id'],
      columns: {
        owner_id: 'the person to whom it belongs',
        filter: 'the filter',
        is_shared: 'whether it belongs to the team',
        place: 'the page of the admin panel',
      },
    },
    appointment_default_views: {
      why: 'The view with which a page of the admin panel opens',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { place: 'the page of the admin panel', view_id: 'which view' },
    },
    appointment_macros: {
      why: 'Texts that the team sends to patients, with placeholders for names and dates',
      stays: 'until an administrator changes them',
      columns: {
        text_en: 'the English text',
        text_fr: 'the French text',
        archived_at: 'when it was archived',
      },
    },
    appointment_tallies: {
      why: 'Counts of appointments by status, added up every ten minutes',
      stays: 'until they are added up',
      columns: { change: 'one more or one less' },
    },
    share_statements: {
      why: 'Statements of the amounts that we owe to practitioners, as they were sent',
      stays: 'for ten years, like the books; contains numbers of appointments, never patients',
      columns: {
        year: 'the year of its number',
        number: 'its number',
        provider_id: 'the practitioner',
        month: 'the month',
        content: 'the content',
        issued_at: 'when it was made',
      },
    },
    visit_reviews: {
      why: 'A proposed review of the result, two weeks after a visit',
      of: 'appointment_id>appointments',
      hidden: ['visit_id', 'time_id', 'service_id'],
      columns: {
        visit_id: 'the visit whose result is reviewed',
        time_id: 'the time that is proposed',
        service_id: 'the service of the review visit',
        expires_at: 'until when the time is held',
        review_appointment_id: 'the appointment that was created from it',
        answered_at: 'when it was answered',
      },
    },
    providers: {
      why: 'The list of providers, who carry out appointments',
      stays: 'until an administrator removes it',
      columns: {
        address: 'the address',
        phone: 'the telephone number',
        registration: 'the registration of the provider',
        seller: 'the seller of the act',
        insurance: 'the professional insurance of the provider',
      },
    },
  },
  erase,
};

/**
 * Releases the future booked times of a patient, and ends the waits of other people for a practitioner. Keeps the inbox
 * entries about payments that wait for a decision. Emits events, whose handlers finish the open refunds, close the open
 * payment pages, and email the numbers of the appointments that will not take place to the administrators, because
 * clinics may still expect the patient.
 */
async function erase(ctx: Context, tx: Tx, { userId }: Leaver): Promise<void> {
  // The appointments are locked first, as everywhere. Otherwise someone could add an inbox entry that would be erased
  // before the team has seen it.
  await sql`select from appointments where patient_id = ${userId} order by id for update`.execute(tx);
  await freeTimes(ctx, tx, userId);
  await endWaitsFor(ctx, tx, userId);
  await askAboutUnsettled(ctx, tx, userId);
  const isKept = await keepUndecided(tx, userId);
  const { rows: ahead } = await sql<{ number: string }>`
    select a.number from appointments a
    where a.patient_id = ${userId} and a.status in ('pending', 'in_progress', 'awaiting_payment', 'confirmed')`.execute(
    tx,
  );
  const { rows: pages } = await sql<{ page_id: string }>`
    select p.page_id from appointment_pages p join appointment_offers o on o.id = p.offer_id join appointments a on a.id = o.appointment_id
    where a.patient_id = ${userId} and p.closed_at is null`.execute(tx);
  const refunds = await listOpenRefunds(tx, userId);
  for (const refund of refunds) await ctx.outbox.emit(tx, 'appointments.refundLeft', refund, { key: refund.id });
  if (isKept) await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
  if (ahead.length === 0 && pages.length === 0 && refunds.length === 0) return;
  const numbers = ahead.map(({ number }) => number);
  const page_ids = pages.map(({ page_id }) => page_id);
  await ctx.outbox.emit(tx, 'appointments.patientErased', { numbers, page_ids });
  await ctx.realtime.publish(tx, { role: 'admin' }, { kind: 'inbox.changed' });
}

/** Releases the future booked times of this person. Past booked times stay in the practitioner's agenda. */
async function freeTimes(ctx: Context, tx: Tx, userId: string): Promise<void> {
  const kept = await tx
    .selectFrom('appointment_offer_times as kept')
    .innerJoin('appointment_offers as o', 'o.id', 'kept.offer_id')
    .innerJoin('appointments as a', 'a.id', 'o.appointment_id')
    .innerJoin('booked_times as t', 't.id', 'kept.time_id')
    .select('t.id')
    .where('a.patient_id', '=', userId)
    .where(sql<boolean>`upper(t.during) > ${ctx.clock.now()}`)
    .execute();
  await releaseTimes(
    ctx,
    tx,
    kept.map(({ id }) => id),
  );
}
