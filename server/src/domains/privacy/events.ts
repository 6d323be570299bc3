import './privacy.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Rows of copies are gone; their files have to follow. */
    'privacy.exportsDropped': Record<string, never>;
    /** A person was erased. A mark of it is kept outside the database, for backups that still hold them. */
    'privacy.personErased': { readonly user_id: string };
  }
}
