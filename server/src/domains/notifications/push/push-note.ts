import type { Language } from '#contract/base.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import { type MailTemplate, subjectOf } from '#server/domains/identity/index.ts';
import en from '#messages/en/telling.json' with { type: 'json' };
import fr from '#messages/fr/telling.json' with { type: 'json' };

/** What a device is to show: what kind of thing happened and where it leads, and nothing of the thing itself. */
export interface PushNote {
  readonly kind: NotificationKind;
  /** Without a language. */
  readonly path: string;
  /** The number of what it is about. */
  readonly subject: string;
}

const catalogues: Record<Language, Record<string, string>> = { en, fr };

/** The words on the locked screen: the subject of the mail where there is one, because that says nothing of anybody's health either. */
export function wordsOf({ kind, subject }: Pick<PushNote, 'kind' | 'subject'>, language: Language): string {
  const words =
    catalogues[language][`push.${kind}`] ??
    subjectOf(kind as MailTemplate, language) ??
    catalogues[language]['push.other'];
  return (words ?? '').replace('{{number}}', subject);
}
