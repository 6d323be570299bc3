import type { PersonalData } from '#server/platform/personal/personal-data.ts';
import './events.ts';

export const privacyData: PersonalData = {
  tables: { exports: { of: 'user_id', hidden: ['user_id', 'parts'] } },
  // The copy cannot be opened any more without its key; its parts go, too.
  erase: (ctx, tx) => ctx.outbox.emit(tx, 'privacy.exportsDropped', {}),
};
