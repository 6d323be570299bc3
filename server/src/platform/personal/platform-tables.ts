import { sql } from 'kysely';
import type { PersonalData } from './personal-data.ts';

/** Describes the personal data in the platform's own tables. */
export const platformData: PersonalData = {
  tables: {
    audit_log: {
      why: 'The audit log: each access and change, with its reason',
      of: 'patient_id',
      hidden: ['prev_hash', 'hash', 'patient_id', 'details'],
      kept: 'log',
      columns: {
        actor_role: 'the role of the person at that time',
        subject_type: 'the kind of the object',
        subject_id: 'the object',
        details: 'ids and counts',
        prev_hash: 'the hash of the entry before',
        hash: 'the hash of this entry',
      },
    },
    person_keys: {
      why: 'The data key that decrypts the photos of one person',
      of: 'user_id',
      hidden: 'all',
      kept: 'marker',
      columns: {
        master_key_id: 'the master key with which it is encrypted',
        wrapped_key: 'the encrypted key',
        link_epoch: 'the link epoch; a new value ends all links at once',
        destroyed_at: 'when it was destroyed',
      },
    },
    photo_objects: {
      why: 'Encrypted files in the object store',
      of: 'person_key_id>person_keys',
      hidden: ['person_key_id', 'path', 'deleted_at'],
      shown: "t.bucket <> 'simulations'",
      kept: 'marker',
      columns: {
        bucket: 'the folder or bucket',
        path: 'its name in the store',
        person_key_id: 'the key that decrypts it',
        size: 'the size in bytes',
        content_type: 'the kind of picture',
        deleted_at: 'when it was deleted; the files are deleted later',
      },
    },
    payments: {
      why: 'Every payment that succeeded',
      of: 'user_id',
      hidden: ['user_id'],
      kept: 'books',
      columns: {
        reference_kind: 'the reference of the payment',
        reference_id: 'the reference of the payment',
        invoice_id: 'the invoice, by the provider’s id',
        subscription_id: 'the subscription, by the provider’s id',
      },
    },
    payment_disputes: {
      why: 'Payments that a payer disputed at the bank',
      of: 'payment_id>payments',
      kept: 'books',
      columns: {
        reason: 'the bank’s reason',
        evidence_due_at: 'the deadline of our reply',
        opened_at: 'when it began',
        told_at: 'the time of the last notice',
        withdrawn_at: 'when the bank took the money',
        reinstated_at: 'when the bank returned the money',
        closed_at: 'when it ended',
      },
    },
    payment_refund_failures: {
      why: 'Refunds that did not arrive',
      of: 'payment_id>payments',
      kept: 'books',
      columns: { reason: 'why, in the bank’s word', failed_at: 'when we heard of it' },
    },
    ledger_transactions: {
      why: 'The books: each event that moved money',
      stays: 'ten years from the end of its year; names payments, never persons',
      columns: {
        key: 'the event that caused it',
        journal: 'bank, sales or other',
        happened_at: 'when it happened',
        entry_date: 'the day in the books',
        document: 'the invoice or the provider’s id that proves it',
        service: 'the kind of sale',
        vat_permille: 'the rate of value added tax',
        posted_at: 'when it was entered',
        posted_in: 'the transaction of the database that entered it',
      },
    },
    ledger_closed_years: {
      why: 'The books: years that were exported, which get no more entries',
      stays: 'permanently; contains no personal data',
      columns: { year: 'the year', closed_at: 'when it was first exported after its end' },
    },
    ledger_postings: {
      why: 'The books: the accounts that an event touches',
      stays: 'as long as its event',
      columns: {
        transaction_id: 'the event',
        line: 'the position',
        account: 'the account',
        party: 'the practitioner whose share it is',
      },
    },
    ledger_numbers: {
      why: 'The books: numbers of the entries, without a gap',
      stays: 'as long as its event',
      columns: {
        transaction_id: 'the event',
        year: 'the year',
        number: 'its number',
        validated_at: 'when it became final',
      },
    },
    provider_moves: {
      why: 'The books of the payment provider, to compare ours with them',
      stays: 'as long as our books',
      columns: {
        source_id: 'the provider’s id of the refund or dispute',
        settled_cents: 'the amount in the currency of the provider’s balance',
        settled_currency: 'the currency of the provider’s balance',
        fee_cents: 'the provider’s fee',
      },
    },
    ledger_carried: {
      why: 'The books: balances of deleted years, by account',
      stays: 'permanently, because later years begin with these balances',
      columns: {
        account: 'the account',
        party: 'the practitioner whose balance it is',
        currency: 'the currency',
        amount_cents: 'the sum',
        euro_cents: 'the sum in euros',
        carried_at: 'when a year was last added',
      },
    },
    ledger_reconciliations: {
      why: 'Times at which our books were compared with those of the payment provider',
      stays: 'permanently; contains no personal data',
      columns: {
        moves_from: 'the beginning of the compared period',
        moves_until: 'the end of the compared period',
        moves_count: 'how many movements were new',
        differs_count: 'how many differences there were',
      },
    },
    ledger_differences: {
      why: 'Differences between our books and those of the payment provider',
      stays: 'as long as our books',
      columns: {
        subject: 'the payment',
        aspect: 'the compared amount',
        ledger_cents: 'the amount in our ledger',
        provider_cents: 'the amount at the provider',
        found_at: 'when it was found',
        settled_at: 'when both agreed',
      },
    },
    audit_log_anchor: {
      why: 'The beginning of the chain of the audit log after old entries were deleted',
      stays: 'permanently; contains no personal data',
      columns: { is_only: 'there is one', hash: 'the last hash that was let go' },
    },
    audit_log_head: {
      why: 'The newest entry of the audit log, so that its removal is noticed',
      stays: 'permanently; contains no personal data',
      columns: { is_only: 'there is one', id: 'number of the newest entry', hash: 'its hash' },
    },
    audit_signed_heads: {
      why: 'The signed heads of the audit log, so that the removal of one is noticed',
      stays: 'as long as the entry',
      columns: { name: 'the file of the head', entry_id: 'number of the signed entry', key: 'which key signed it' },
    },
    refusal_counts: {
      why: 'Accounts and addresses that are refused again and again',
      stays: 'two days',
      columns: {
        hour: 'the beginning of the counted hour',
        who: 'keyed hash of an account or an address',
        refusals: 'the number of refusals',
        decoys: 'the number of requests with a decoy id',
        alarmed_at: 'when it became an entry of the audit log',
      },
    },
    decoy_ids: {
      why: 'Decoy ids, which no page shows; a request with one shows that someone has a copy of data',
      stays: 'permanently; contains no personal data',
      columns: { table_name: 'the table whose id it could be' },
    },
    payment_notices: {
      why: 'Notices of the payment provider, each stored once',
      stays: 'as long as the books; contains ids and amounts, but no name',
      columns: { notice: 'what it said, in our words', occurred_at: 'when it happened' },
    },
    payment_notice_refusals: {
      why: 'Counts of webhook calls without a valid signature',
      stays: 'permanently; contains no personal data',
      columns: { count: 'how often', last_at: 'when it last happened' },
    },
    outbox: {
      why: 'Events of the outbox that wait for their delivery',
      stays:
        'seven days after they were delivered; the texts of mails are deleted at once, or after thirty days if they could not be sent',
      columns: {
        topic: 'what happened',
        payload: 'ids; for mails the text until it is sent',
        idempotency_key: 'the key that prevents a second notification',
        handled_by: 'the subscribers that have handled it',
        processed_at: 'when all subscribers had handled it',
      },
    },
    idempotency_keys: {
      why: 'The response to a request, which is sent again if the request is repeated',
      stays: 'a day',
      columns: {
        scope: 'the caller',
        key: 'the idempotency key',
        request_hash: 'the request',
        response: 'the response',
      },
    },
    mailbox: {
      why: 'Mails on a development machine; empty in production',
      stays: 'until the machine is set up again',
      columns: {
        to: 'the receiver',
        subject: 'the mail',
        text: 'the mail',
        html: 'the mail',
        attachments: 'the mail',
      },
    },
    sms_messages: {
      why: 'The delivery state of an SMS, without its number and its text',
      of: 'user_id',
      hidden: ['user_id', 'provider_id'],
      stays: '90 days',
      columns: { provider_id: 'how the provider calls it', fault: 'why it did not arrive' },
    },
    sms_mailbox: {
      why: 'SMS on a development machine; empty in production',
      of: 'user_id',
      hidden: 'all',
      stays: 'until the machine is set up again',
      columns: { to: 'the number', text: 'the message' },
    },
    sms_stops: {
      why: 'Hashes of telephone numbers that replied STOP, so that no SMS is sent to them. They contain no number and no account, and stay when the account is erased, to protect the owner of the telephone',
      stays: 'until the telephone sends START',
      columns: { number_hash: 'finds the number again; a hash with a secret', stopped_at: 'when STOP was sent' },
    },
    sms_stop_key: {
      why: 'The encrypted key of the hashes in sms_stops',
      stays: 'permanently; contains no personal data',
      columns: {
        is_only: 'the key of the only row',
        master_key_id: 'the master key with which it is encrypted',
        wrapped_key: 'the encrypted secret',
      },
    },
    test_checkout_objects: {
      why: 'Payment pages of the built-in test checkout; empty in production',
      stays: 'until the machine is set up again',
      columns: { data: 'the page', made_with: 'says it once' },
    },
    schema_migrations: {
      why: 'Migrations that ran',
      stays: 'permanently; contains no personal data',
      columns: {
        checksum: 'the hash that reveals a changed file',
        applied_at: 'when it ran',
        expands: 'whether an older release still works with it',
      },
    },
  },
  async erase(_ctx, tx, { userId, email }) {
    await sql`update payments set user_id = null where user_id = ${userId}`.execute(tx);
    // Emails are stored in this table only if no SMTP server is configured. Otherwise the statement deletes nothing.
    await sql`delete from mailbox where "to" = ${email}`.execute(tx);
  },
};
