import type { Config } from '../config/config.ts';
import { isThisMachine } from '../config/faults.mjs';
import type { Db } from '../db/db.ts';
import type { Outbox } from '../outbox/outbox.ts';
import type { Mailer, Message } from './mailer.ts';

declare module '../outbox/outbox.ts' {
  interface OutboxEvents {
    'mail.requested': Message;
  }
}

/** Sends one message. Every attempt to send the same message has the same `id`. */
type Carrier = (message: Message, id: number) => Promise<void>;

/**
 * Milliseconds that the email server may take
 * - `connectionTimeout`: from the look-up of its name to the end of STARTTLS. This includes the greeting,
 * - `greetingTimeout`: to greet,
 * - `socketTimeout`: to answer a command. A server may check a message for more than a minute before it accepts it. If
 * we stop waiting then, the message is sent again and again.
 *
 * Without these limits a server that answers nothing keeps each delivery waiting for minutes. All other emails wait
 * behind it.
 */
interface Patience {
  readonly connectionTimeout: number;
  readonly greetingTimeout: number;
  readonly socketTimeout: number;
}
const PATIENCE: Patience = { connectionTimeout: 30_000, greetingTimeout: 20_000, socketTimeout: 180_000 };

/**
 * Sends emails through the outbox, as a subscriber of `mail.requested`. Emails are sent by SMTP if `smtpUrl` is set,
 * and otherwise stored in table `mailbox`. The message is deleted from the outbox once it has been sent.
 */
export function createMailer(
  config: Pick<Config, 'smtpUrl' | 'mailFrom' | 'publicUrl'>,
  db: Db,
  outbox: Outbox,
  patience: Patience = PATIENCE,
): Mailer {
  const carry = config.smtpUrl ? smtpCarrier(config.smtpUrl, config, patience) : mailboxCarrier(db);
  outbox.on('mail.requested', ({ payload, id }) => carry(payload, id), {
    name: 'mail',
    forgetPayload: true,
    lane: 'email',
  });
  return {
    send: (tx, message, options) =>
      outbox.emit(tx, 'mail.requested', message, options?.key ? { key: options.key } : {}),
  };
}

/**
 * Sends by SMTP. The Message-ID is made from the event. Email servers and programs can therefore distinguish a repeated
 * message from a different one.
 */
function smtpCarrier(
  url: string,
  { mailFrom, publicUrl }: Pick<Config, 'mailFrom' | 'publicUrl'>,
  patience: Patience,
): Carrier {
  const opened = openTransport(url, mailFrom, patience);
  const host = new URL(publicUrl).hostname;
  return async ({ to, language, subject, text, html, attachments = [], unsubscribe }, id) => {
    const transport = await opened;
    await transport.sendMail({
      to: { name: '', address: to },
      subject,
      text,
      html,
      attachments: attachments.map(({ file_name, content_type, content }) => ({
        filename: file_name,
        contentType: content_type,
        content,
      })),
      messageId: `<outbox-${id}@${host}>`,
      headers: { 'Content-Language': language, 'Auto-Submitted': 'auto-generated', ...headersToLeave(unsubscribe) },
      disableFileAccess: true,
      disableUrlAccess: true,
    });
  };
}

/**
 * Opens the connection to the email server. Emails contain links that open accounts, so they must be encrypted on their
 * way: if the server offers no TLS, no email is sent. Only a server on this machine needs no TLS.
 */
export async function openTransport(url: string, from: string, patience: Patience = PATIENCE) {
  const { default: smtp } = await import('nodemailer');
  return smtp.createTransport({ url, ...patience, requireTLS: !isThisMachine(url) }, { from });
}

/**
 * Returns the headers that make email programs show an unsubscribe button. The button works with one click, without
 * signing in.
 */
const headersToLeave = (address: string | undefined): Record<string, string> =>
  address ? { 'List-Unsubscribe': `<${address}>`, 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } : {};

/**
 * Stores emails in table `mailbox`. The outbox locks the row of the event during delivery, so each email is normally
 * stored once. It is stored twice only if the process is killed after the email is stored and before the outbox commits
 * the delivery.
 */
function mailboxCarrier(db: Db): Carrier {
  return async ({ to, language, subject, text, html, attachments = [] }) => {
    await db
      .insertInto('mailbox')
      .values({ to, language, subject, text, html, attachments: JSON.stringify(attachments) })
      .execute();
  };
}
