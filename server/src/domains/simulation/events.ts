declare module '#server/platform/outbox/outbox.ts' {
  interface OutboxEvents {
    /** A doctor has signed: the patient may be told that something is waiting, and nothing of what it is. */
    'simulation.published': { user_id: string; case_id: string };
  }
}

export {};
