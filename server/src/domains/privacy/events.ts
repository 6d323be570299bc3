import './privacy.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Rows of copies were deleted; their files must follow. */
    'privacy.exportsDropped': Record<string, never>;
    /** A person was erased. The mark about it is kept outside the database, for backups that still contain the person. */
    'privacy.personErased': { readonly user_id: string };
  }
}
