import './privacy.table.ts';

declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** Rows of copies are gone; their files have to follow. */
    'privacy.exportsDropped': Record<string, never>;
  }
}
