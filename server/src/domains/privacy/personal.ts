import type { PersonalData } from '#server/platform/personal/personal-data.ts';
import './events.ts';

export const privacyData: PersonalData = {
  tables: {
    exports: {
      why: 'Exports of a person’s own data; the files are encrypted in the object store',
      of: 'user_id',
      hidden: ['user_id', 'parts'],
      stays: 'seven days',
      columns: {
        ready_at: 'when it was ready',
        failed_at: 'when it failed',
        parts: 'the ids of its files',
        size_bytes: 'its size',
      },
    },
  },
  // The rows of the copies are deleted with the person's other rows. This event causes the deletion of the files of the
  // copies.
  erase: (ctx, tx) => ctx.outbox.emit(tx, 'privacy.exportsDropped', {}),
};
