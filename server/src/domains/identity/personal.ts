import { sql } from 'kysely';
import type { Context } from '#server/platform/context.ts';
import type { Tx } from '#server/platform/db/db.ts';
import type { Leaver, PersonalData } from '#server/platform/personal/personal-data.ts';
import { withdrawAllButSimulation } from './consents.queries.ts';
import { deleteUnconfirmed } from './users.queries.ts';

/**
 * The ending of the email address of a closed account, to which no email can be delivered. A closed account exists only
 * for a medical record that must stay.
 */
const CLOSED = '@record.invalid';
export const isClosed = (email: string): boolean => email.endsWith(CLOSED);

export const identityData: PersonalData = {
  tables: {
    users: {
      why: 'Accounts: the person, how to reach them, and their rights',
      of: 'id',
      hidden: ['image', 'lead_id', 'is_demo'],
      picture: 'avatar_id',
      kept: 'record',
      columns: {
        email: 'the address for sign-in and mails',
        email_verified: 'whether the address was confirmed',
        name: 'the name in mails and for the doctor',
        image: 'unused, but required by the library for accounts',
        first_name: 'the first name',
        last_name: 'the last name',
        phone: 'the telephone number for calls about an appointment',
        language: 'the language of pages and mails',
        role: 'patient, practitioner, desk of a clinic or administrator',
        plan: 'the plan of the account',
        paid_plan: 'the plan that a subscription pays for',
        given_plan: 'the plan that an administrator gave without a payment',
        two_factor_enabled: 'whether a sign-in requires a code',
        is_demo: 'an account of the demo data',
        lead_id: 'the lead from which the account was created, until the lead is attached',
        suspended_at: 'when the account was suspended',
        suspended_reason: 'the reason for the suspension',
        last_contact_at: 'the last contact, from which the three years count',
        avatar_id: 'the picture the person chose',
        closed_at: 'when the account became a closed record',
      },
    },
    sessions: {
      why: 'Browsers in which a person is signed in',
      of: 'user_id',
      hidden: ['token', 'confirmed_at', 'user_id'],
      stays: 'seven days after the last visit',
      columns: {
        token: 'proves the session',
        ip_address: 'the network address, shown in the list of devices',
        user_agent: 'the browser, shown in the list of devices',
        second_factor: 'whether a second factor was passed',
        confirmed_at: 'when the password was last entered again',
        code_given_at: 'when a code of the authenticator app was last entered',
        used_at: 'when it was last used',
        country: 'the country, shown in the list of devices',
        method: 'how the person signed in',
        ends_at: 'when it ends, even if it is in use',
      },
    },
    accounts: {
      why: 'Ways to sign in to an account: the password, and a doctor’s professional identity',
      of: 'user_id',
      hidden: ['password', 'access_token', 'refresh_token', 'id_token', 'account_id', 'user_id'],
      columns: {
        account_id: 'the doctor’s id at the provider; for a password, the account’s own id',
        provider_id: 'the kind of sign-in: our password, or the provider of professionals',
        password: 'an argon2id hash',
        access_token: 'unused, but required by the library for accounts',
        refresh_token: 'unused, but required by the library for accounts',
        id_token: 'unused, but required by the library for accounts',
        access_token_expires_at: 'unused, but required by the library for accounts',
        refresh_token_expires_at: 'unused, but required by the library for accounts',
        scope: 'unused, but required by the library for accounts',
      },
    },
    two_factors: {
      why: 'The second factor: codes of an authenticator app',
      of: 'user_id',
      hidden: 'all',
      columns: {
        secret: 'the encrypted secret of the codes',
        backup_codes: 'encrypted recovery codes',
        verified: 'whether a first code was correct',
        failed_verification_count: 'a counter against guessing',
        locked_until: 'a counter against guessing',
        last_step: 'the last used code, so that each works once',
      },
    },
    passkeys: {
      why: 'Passkeys, which a device stores to sign in to an account',
      of: 'user_id',
      hidden: ['public_key', 'credential_id', 'counter', 'user_id'],
      columns: {
        name: 'the person’s name for it',
        credential_id: 'the id by which the device finds the key',
        public_key: 'checks what the device signs',
        counter: 'the counter that reveals a copied key',
        device_type: 'whether the key stays on one device',
        backed_up: 'whether a password manager stores the key',
        transports: 'the transport between browser and authenticator',
        aaguid: 'the make of the device',
      },
    },
    email_confirmations: {
      why: 'Links that confirm the address of a new account',
      of: 'user_id',
      hidden: 'all',
      stays: 'three days',
      columns: { token_hash: 'checks the link', device_hash: 'the hash that identifies the browser of the sign-up' },
    },
    known_devices: {
      why: 'Browsers in which the person has signed in before; attempts from other browsers do not lock these out',
      of: 'user_id',
      hidden: ['device_hash', 'user_id'],
      stays: 'a year after the last sign-in there',
      columns: {
        device_hash: 'the hash that checks the cookie of the browser',
        last_used_at: 'when someone last signed in there',
      },
    },
    security_events: {
      why: 'Security events of an account, which its owner can read',
      of: 'user_id',
      hidden: ['user_id'],
      columns: { kind: 'what happened' },
    },
    sms_numbers: {
      why: 'The confirmed telephone number for reminders by SMS',
      of: 'user_id',
      hidden: ['user_id', 'code_hash', 'code_tries'],
      columns: {
        number: 'the telephone number; empty after the reminders have ended',
        zone: 'the time zone of the quiet hours',
        code_hash: 'checks the code that was sent',
        code_ends_at: 'until when that code is valid',
        code_tries: 'the number of wrong codes',
        agreed_at: 'when the person agreed',
        ended_at: 'when it ended',
        ended_by: 'how it ended',
      },
    },
    email_changes: {
      why: 'A change of address that both addresses have to confirm',
      of: 'user_id',
      hidden: ['old_hash', 'new_hash', 'user_id'],
      stays: 'until it is confirmed, withdrawn or has expired',
      columns: {
        new_email: 'the new address',
        old_hash: 'checks the link in the mail to the old address',
        new_hash: 'checks the link in the mail to the new address',
        old_at: 'when the old address agreed',
        new_at: 'when the new address agreed',
      },
    },
    practitioners: {
      why: 'The registration of a practitioner',
      of: 'user_id',
      hidden: ['user_id', 'verified_by'],
      mentions: ['verified_by'],
      columns: {
        profession: 'doctor or nurse',
        speciality: 'shown with the signature',
        verified_at: 'when an administrator verified it',
        verified_by: 'the administrator who verified it',
      },
    },
    registration_checks: {
      why: 'Checks that prove the registration of a practitioner',
      of: 'user_id',
      hidden: ['user_id', 'checked_by'],
      mentions: ['checked_by'],
      columns: {
        source: 'the public register, or a document',
        registration_number: 'the number that was looked up',
        outcome: 'whether the register confirms it',
        answer: 'name, profession and state in the register; or which document was seen, and by whom',
        checked_by: 'the administrator who checked it',
        first_at: 'when the register first gave this answer',
        last_at: 'when the register last gave this answer',
      },
    },
    patients: {
      why: 'Data that only patients have',
      of: 'user_id',
      hidden: ['user_id'],
      kept: 'record',
      columns: { birth_date: 'the birth date, for the limit of eighteen years and for the doctor' },
    },
    invitations: {
      why: 'Invitations to accounts that an import created; a mailed link and the birth date open such an account',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        made_at: 'when it was made',
        mailed_at: 'when the link was mailed',
        accepted_at: 'when its owner first signed in',
        tries: 'the number of attempts at the birth date',
        mails: 'the number of mails',
      },
    },
    consents: {
      why: 'Consents of a person, as proof',
      of: 'user_id',
      hidden: ['user_id'],
      kept: 'record',
      columns: {
        purpose: 'simulation, marketing, publication, research or evidence',
        version: 'the version of the text',
        text_hash: 'the hash of the exact text',
        language: 'the language of the text',
      },
    },
    notification_choices: {
      why: 'The notifications that a person wants, by topic and channel',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        topic: 'the topic',
        channel: 'list, e-mail or push',
        is_on: 'whether the person wants these notifications',
      },
    },
    notification_habits: {
      why: 'Quiet hours of a person',
      of: 'user_id',
      hidden: ['user_id'],
      columns: {
        quiet_from: 'the beginning of the quiet hours',
        quiet_to: 'the end of the quiet hours',
        quiet_zone: 'the time zone',
        digest: 'the interval of the digest',
        digest_since: 'when the person chose digests',
      },
    },
    verifications: {
      why: 'Links in mails that are not used yet',
      stays: 'until they expire: an hour to two weeks',
      columns: { identifier: 'the hash of the link', value: 'the account' },
    },
    rate_limits: {
      why: 'Counts of requests, to limit them',
      stays: 'a day',
      columns: {
        key: 'the network address, and the call',
        count: 'how often',
        last_request: 'the time of the last request',
      },
    },
    tries: {
      why: 'Counts of attempts, to stop guessing',
      stays: 'a day',
      columns: {
        key: 'the kind of attempt, and the hash of an address, an account or an e-mail',
        count: 'how often',
        since: 'the beginning of the count',
      },
    },
  },
  erase,
};

/**
 * Deletes unused links, and removes the reference to the avatar from the account. If a medical record must stay, the
 * row of the account stays too. The function then withdraws all consents except the consent to the simulation. In the
 * row of the account it replaces the email address with a placeholder, removes the phone number and sets the plan to
 * free. The name stays.
 */
async function erase(ctx: Context, tx: Tx, { userId, email, record }: Leaver): Promise<void> {
  await sql`delete from verifications where value like ${`%${userId}%`} or identifier like ${`%${email}%`} or value like ${`%${email}%`}`.execute(
    tx,
  );
  await tx.updateTable('users').set({ avatar_id: null }).where('id', '=', userId).execute();
  if (!record) return;
  await withdrawAllButSimulation(tx, userId, ctx.clock.now());
  const placeholder = `closed-${userId}${CLOSED}`;
  // Anyone can sign up with the placeholder before the erasure, but cannot confirm it.
  await deleteUnconfirmed(tx, placeholder);
  await tx
    .updateTable('users')
    .set({
      email: placeholder,
      email_verified: false,
      image: null,
      phone: null,
      lead_id: null,
      plan: 'free',
      paid_plan: 'free',
      given_plan: null,
      two_factor_enabled: false,
      suspended_reason: '',
      closed_at: ctx.clock.now(),
    })
    .where('id', '=', userId)
    .execute();
}
