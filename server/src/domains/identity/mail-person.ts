import type { ReadingLanguage } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Attachment } from '#server/platform/mail/mailer.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import './events.ts';
import { isLetter } from './mail-routes.ts';
import { isClosed } from './personal.ts';
import { renderMail } from './render-mail.ts';

const catalogues = messagesOf<string>('mail');

/**
 * The name of an email template. A template has the messages `.subject`, `.heading` and `.text` (an empty line
 * separates paragraphs), and may have `.action` and `.note`. A message for administrators ends in `_admin`, and one for
 * suspended people in `_suspended`, for example `.text_admin`.
 */
export type MailTemplate = keyof typeof import('#messages/en/mail.json') extends infer K
  ? K extends `${infer T}.subject`
    ? T
    : never
  : never;

export interface MailOptions {
  /** The values of the {{placeholders}}. They must not contain health data. */
  readonly values?: Record<string, string>;
  /** The path of the page that the button leads to, without the language prefix. */
  readonly path?: string;
  /** The page that the notification opens, if the button leads to another one. */
  readonly listedPath?: string;
  /**
   * The subject of the notification, if it is not the number in `values`. It is an id from the API contract, such as
   * the id of an achievement. The id is not translated.
   */
  readonly about?: string;
  /** The absolute address of the button. It replaces `path`. */
  readonly url?: string;
  /** If an email with the same key exists already, this email is not sent. */
  readonly key?: string;
  readonly attachments?: readonly Attachment[];
  /** Administrators get the messages of the template that end in `_admin`, where the template has them. */
  readonly isForAdmin?: boolean;
  /**
   * Suspended people get the messages of the template that end in `_suspended`, where the template has them. They get
   * no button, because they cannot sign in.
   */
  readonly isForSuspended?: boolean;
  /** The absolute address at which the person can switch off emails of this kind without signing in. */
  readonly unsubscribe?: string;
}

interface Addressee {
  /** The person's id. It is absent for an address without an account, which has no notification choices. */
  readonly id?: string;
  readonly email: string;
  readonly first_name: string;
  readonly language: ReadingLanguage;
}

/**
 * Sends an email to a person in their language when the transaction commits. Direct emails (`letterTemplates` in
 * `mail-routes.ts`), and emails to an address without an account, are always sent. All other emails become
 * notifications. The notifications domain checks the person's choices and may use other channels as well.
 */
export async function mailPerson(
  ctx: Context,
  tx: Db | Tx,
  to: Addressee,
  template: MailTemplate,
  options: MailOptions = {},
): Promise<void> {
  if (isClosed(to.email)) return;
  const mail = drawMail(ctx, to, template, options);
  const { attachments, unsubscribe } = options;
  const message = { to: to.email, language: to.language, ...mail, attachments, ...(unsubscribe && { unsubscribe }) };
  const key = options.key ? { key: options.key } : undefined;
  if (!to.id || isLetter(template)) return ctx.mail.send(tx, message, key);
  const path = options.listedPath ?? options.path ?? null;
  const told = {
    user_id: to.id,
    template,
    path,
    subject: options.about ?? options.values?.number ?? '',
    key: options.key ?? null,
    message,
  };
  await ctx.outbox.emit(tx, 'identity.personTold', told, key);
}

/** Returns the email in the person's language, without sending it. */
export function drawMail(
  ctx: Context,
  { language, first_name }: Pick<Addressee, 'language' | 'first_name'>,
  template: MailTemplate,
  options: MailOptions,
): { subject: string; text: string; html: string } {
  const values: Record<string, string> = { first_name, ...options.values };
  const words = catalogues[language];
  const { isForAdmin, isForSuspended } = options;
  const ending = (isForAdmin && '_admin') || (isForSuspended && '_suspended') || '';
  const say = (part: string): string | undefined =>
    fill(words[`${template}.${part}${ending}`] ?? words[`${template}.${part}`], values);
  const hello = first_name ? fill(words.hello, values) : words.hello_nameless;
  return renderMail({
    language,
    subject: say('subject') ?? '',
    heading: say('heading') ?? '',
    paragraphs: [hello ?? '', ...(say('text') ?? '').split('\n\n').filter(Boolean)],
    action: actionOf(isForSuspended ? undefined : say('action'), options.url ?? pageUrl(ctx, language, options.path)),
    note: say('note'),
    footer: words.footer ?? '',
  });
}

/** Returns only the subject of a template's email in a language, for places with little space. */
export const subjectOf = (template: MailTemplate, language: ReadingLanguage): string | undefined =>
  catalogues[language][`${template}.subject`];

/** Returns the absolute address of a page in a language. Pages for signed-in people use the language of the account. */
export const pageUrl = (ctx: Context, language: ReadingLanguage, path = '/'): string =>
  `${ctx.config.publicUrl}${siteLanguage(language) === 'fr' ? '/fr' : ''}${path}`;

/**
 * Returns the address of a page for a link in an email. The address includes the language, because the link is often
 * opened in a browser without a session.
 */
export function mailedUrl(ctx: Context, language: ReadingLanguage, path: string): string {
  const url = new URL(pageUrl(ctx, language, path));
  if (language !== siteLanguage(language)) url.searchParams.set('language', language);
  return url.href;
}

const actionOf = (label: string | undefined, url: string) => (label ? { label, url } : undefined);

const fill = (text: string | undefined, values: Record<string, string>): string | undefined =>
  text?.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
