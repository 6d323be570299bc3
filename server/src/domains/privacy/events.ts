import './privacy.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** The rows of some export copies were deleted. The files of these copies are then deleted. */
    'privacy.exportsDropped': Record<string, never>;
    /**
     * A person's account was erased. The service then records the erasure outside the database, because a backup of the
     * database may still contain the person.
     */
    'privacy.personErased': { readonly user_id: string };
  }
}
