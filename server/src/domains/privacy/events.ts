import './privacy.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Rows of copies are gone; their files have to follow. */
    'privacy.exportsDropped': Record<string, never>;
    /** A person is erased: a mark outlives the database of today. */
    'privacy.personErased': { readonly user_id: string };
  }
}
