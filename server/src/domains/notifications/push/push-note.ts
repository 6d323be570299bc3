import type { ReadingLanguage } from '#contract/languages.ts';
import type { NotificationKind } from '#contract/notifications.ts';
import { type MailTemplate, subjectOf } from '#server/domains/identity/index.ts';
import { messagesOf } from '#server/platform/messages.ts';

/** Content of a push notification: the kind of event and its path, but no details. */
export interface PushNote {
  readonly kind: NotificationKind;
  /** Path without language prefix. */
  readonly path: string;
  /** Number of the case or appointment that it is about. */
  readonly subject: string;
}

const catalogues = messagesOf<string>('telling');

/**
 * Returns the text on the locked screen. If there is a mail about the event, it is the subject of the mail, because
 * subjects contain no health data.
 */
export function wordsOf({ kind, subject }: Pick<PushNote, 'kind' | 'subject'>, language: ReadingLanguage): string {
  const words =
    catalogues[language][`push.${kind}`] ??
    subjectOf(kind as MailTemplate, language) ??
    catalogues[language]['push.other'];
  return (words ?? '').replace('{{number}}', subject);
}
