import { type ReadingLanguage, rightToLeft } from '#contract/languages.ts';

export interface MailContent {
  readonly language: ReadingLanguage;
  readonly subject: string;
  readonly heading: string;
  readonly paragraphs: readonly string[];
  readonly action?: { readonly label: string; readonly url: string } | undefined;
  readonly note?: string | undefined;
  readonly footer: string;
}

const serif = "font-family:Georgia,'Times New Roman',serif;font-weight:400;color:#221B18";
const sans = "font-family:-apple-system,'Segoe UI',Helvetica,Arial,sans-serif;color:#221B18";

/**
 * Returns the email as text and as HTML. The HTML consists of one column in our colours. It has no images and no remote
 * styles, so that the sender cannot see whether the email was opened.
 */
export function renderMail(content: MailContent): { subject: string; text: string; html: string } {
  return { subject: content.subject, text: textOf(content), html: htmlOf(content) };
}

function textOf({ heading, paragraphs, action, note, footer }: MailContent): string {
  const link = action ? [`${action.label}:\n${action.url}`] : [];
  return [heading, ...paragraphs, ...link, ...(note ? [note] : []), `—\n${footer}`].join('\n\n');
}

function htmlOf({ language, subject, heading, paragraphs, action, note, footer }: MailContent): string {
  const body = [
    `<h1 style="${serif};font-size:28px;line-height:1.25;margin:0 0 20px">${escape(heading)}</h1>`,
    ...paragraphs.map(
      (text) => `<p style="${sans};font-size:16px;line-height:1.6;margin:0 0 16px">${escape(text)}</p>`,
    ),
    ...(action ? [buttonOf(action.label, action.url)] : []),
    ...(note
      ? [`<p style="${sans};font-size:14px;line-height:1.6;color:#6B5F58;margin:24px 0 0">${escape(note)}</p>`]
      : []),
  ];
  return `<!doctype html>
<html lang="${language}" dir="${rightToLeft.includes(language) ? 'rtl' : 'ltr'}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<meta name="color-scheme" content="light"><title>${escape(subject)}</title></head>
<body style="margin:0;background:#FBF8F5;padding:32px 16px">
<div style="max-width:520px;margin:0 auto">
<p style="${serif};font-size:24px;margin:0 0 24px 4px">Flaira</p>
<div style="background:#FFFFFF;border:1px solid #E9E1DA;border-radius:20px;padding:32px">
${body.join('\n')}
</div>
<p style="${sans};font-size:13px;line-height:1.6;color:#6B5F58;margin:20px 4px 0">${escape(footer)}</p>
</div></body></html>`;
}

function buttonOf(label: string, url: string): string {
  const style = `${sans};display:inline-block;background:#A8503F;color:#FFFFFF;font-size:16px;font-weight:600;text-decoration:none;padding:14px 28px;border-radius:999px`;
  const plain = `${sans};font-size:13px;line-height:1.5;color:#6B5F58;margin:16px 0 0;word-break:break-all`;
  return `<p style="margin:24px 0 0"><a href="${escape(url)}" style="${style}">${escape(label)}</a></p><p style="${plain}">${escape(url)}</p>`;
}

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
