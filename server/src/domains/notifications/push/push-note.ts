import type { ReadingLanguage } from '#contract/languages.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import { type MailTemplate, subjectOf } from '#server/domains/identity/index.ts';
import { messagesOf } from '#server/platform/messages.ts';

/** Content of a device's notice: the kind of event and its path, but no details. */
export interface PushNote {
  readonly kind: NotificationKind;
  /** Without a language. */
  readonly path: string;
  /** Number of the case or appointment it is about. */
  readonly subject: string;
}

const catalogues = messagesOf<string>('telling');

/** The text on the locked screen: the subject of the mail if there is one, because subjects contain no health data. */
export function wordsOf({ kind, subject }: Pick<PushNote, 'kind' | 'subject'>, language: ReadingLanguage): string {
  const words =
    catalogues[language][`push.${kind}`] ??
    subjectOf(kind as MailTemplate, language) ??
    catalogues[language]['push.other'];
  return (words ?? '').replace('{{number}}', subject);
}
