import type { ReadingLanguage } from '#contract/languages.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import { type MailTemplate, subjectOf } from '#server/domains/identity/index.ts';
import { messagesOf } from '#server/platform/messages.ts';

/** The content of a push notification. It contains the kind of event, a path and a number or id, but no details. */
export interface PushNote {
  readonly kind: NotificationKind;
  /** The path without language prefix. */
  readonly path: string;
  /** The number of the case or appointment, or the id of an achievement, that the notification is about. */
  readonly subject: string;
}

const catalogues = messagesOf<string>('telling');

/**
 * Returns the text for the locked screen. If a kind has no such text, the function returns the subject of its email, or
 * a general text if it has no email. Subjects contain no health data.
 */
export function wordsOf({ kind, subject }: Pick<PushNote, 'kind' | 'subject'>, language: ReadingLanguage): string {
  const words =
    catalogues[language][`push.${kind}`] ??
    subjectOf(kind as MailTemplate, language) ??
    catalogues[language]['push.other'];
  return (words ?? '').replace('{{number}}', subject);
}
