import type { ReadingLanguage } from '#contract/base.ts';
import type { Context } from '#server/platform/context.ts';
import type { Db, Tx } from '#server/platform/db/db.ts';
import type { Attachment } from '#server/platform/mail/mailer.ts';
import { messagesOf } from '#server/platform/messages.ts';
import { siteLanguage } from '#server/platform/site-language.ts';
import { renderMail } from './render-mail.ts';

const catalogues = messagesOf<string>('mail');

/** Each template has `.subject`, `.heading` and `.text` (an empty line parts paragraphs), and may have `.action` and `.note`. */
export type MailTemplate = keyof typeof import('#messages/en/mail.json') extends infer K
  ? K extends `${infer T}.subject`
    ? T
    : never
  : never;

export interface MailOptions {
  /** Words for {{placeholders}}. No health data. */
  readonly values?: Record<string, string>;
  /** Where the button leads: a path of ours, without a language. */
  readonly path?: string;
  /** Where the button leads, when it is not a page: an absolute address. */
  readonly url?: string;
  /** A second mail of the same key is dropped. */
  readonly key?: string;
  readonly attachments?: readonly Attachment[];
}

interface Addressee {
  readonly email: string;
  readonly first_name: string;
  readonly language: ReadingLanguage;
}

/** Writes to a person in their language; the mail leaves when the transaction commits. */
export async function mailPerson(
  ctx: Context,
  tx: Db | Tx,
  to: Addressee,
  template: MailTemplate,
  options: MailOptions = {},
): Promise<void> {
  const { language } = to;
  const values = { first_name: to.first_name, ...options.values };
  const say = (part: string): string | undefined => fill(catalogues[language][`${template}.${part}`], values);
  const hello = to.first_name ? fill(catalogues[language].hello, values) : catalogues[language].hello_nameless;
  const mail = renderMail({
    language,
    subject: say('subject') ?? '',
    heading: say('heading') ?? '',
    paragraphs: [hello ?? '', ...(say('text') ?? '').split('\n\n')],
    action: actionOf(say('action'), options.url ?? pageUrl(ctx, language, options.path)),
    note: say('note'),
    footer: catalogues[language].footer ?? '',
  });
  const { attachments } = options;
  await ctx.mail.send(
    tx,
    { to: to.email, language, ...mail, attachments },
    options.key ? { key: options.key } : undefined,
  );
}

/** The absolute address of a page in a language. The signed-in area reads the others from the account. */
export const pageUrl = (ctx: Context, language: ReadingLanguage, path = '/'): string =>
  `${ctx.config.publicUrl}${siteLanguage(language) === 'fr' ? '/fr' : ''}${path}`;

const actionOf = (label: string | undefined, url: string) => (label ? { label, url } : undefined);

const fill = (text: string | undefined, values: Record<string, string>): string | undefined =>
  text?.replace(/\{\{(\w+)\}\}/g, (_whole, name: string) => values[name] ?? '');
