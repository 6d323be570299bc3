import { dateFormat } from '#contract/dates.ts';
import type { Language, ReadingLanguage } from '#contract/base.ts';
import en from '#messages/en/export.json' with { type: 'json' };
import fr from '#messages/fr/export.json' with { type: 'json' };
import { siteLanguage } from '#server/platform/site-language.ts';
import type { Row } from '#server/platform/personal/rows-of.ts';
import type { Section } from './build-export.ts';

const catalogues: Record<Language, Record<string, string>> = { en, fr };

const style = `body{margin:0;background:#fbf8f5;color:#221b18;font:16px/1.6 system-ui,sans-serif}
main{max-width:860px;margin:0 auto;padding:40px 20px 80px}h1,h2{font-family:Georgia,serif;font-weight:400;line-height:1.25}
section{background:#fff;border:1px solid #e9e1da;border-radius:16px;padding:8px 24px 20px;margin:20px 0}
article{border-top:1px solid #e9e1da;padding:12px 0}article:first-of-type{border:0}
dl{display:grid;grid-template-columns:minmax(120px,220px) 1fr;gap:2px 16px;margin:0}dt{color:#6b5f58}dd{margin:0;overflow-wrap:anywhere}
img{max-width:100%;max-height:420px;border-radius:12px;margin-top:12px}nav li{margin:2px 0}a{color:#a8503f}`;

/**
 * Returns the copy of a person's data as one page that any browser can show. The page has no scripts and sends no
 * requests.
 */
export function pageOf(
  { language: reading, name, email }: { language: ReadingLanguage; name: string; email: string },
  sections: readonly Section[],
  now: Date,
): string {
  const language = siteLanguage(reading);
  const words = catalogues[language];
  const titleOf = (table: string): string => words[`table.${table}`] ?? table.replaceAll('_', ' ');
  const day = dateFormat(language, { dateStyle: 'long', timeZone: 'UTC' }).format(now);
  const links = sections.map(
    ({ table, rows }) => `<li><a href="#${table}">${escape(titleOf(table))}</a> (${rows.length})</li>`,
  );
  const parts = sections.map(
    (section) => `<section id="${section.table}"><h2>${escape(titleOf(section.table))}</h2>
<p><a href="data/${section.table}.json">${escape(words['as_json'] ?? '')}</a></p>${section.rows.map((row) => rowOf(row, section)).join('')}</section>`,
  );
  return `<!doctype html><html lang="${language}"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width,initial-scale=1">
<title>${escape(words['title'] ?? '')}</title><style>${style}</style></head><body><main>
<h1>${escape(words['title'] ?? '')}</h1><p>${escape(`${name}, ${email}, ${day}`)}</p><p>${escape(words['about'] ?? '')}</p>
<nav><ul>${links.join('')}</ul></nav>${parts.join('\n')}</main></body></html>`;
}

function rowOf(row: Row, { pictures }: Section): string {
  const lines = Object.entries(row)
    .filter(([, value]) => value !== null && value !== '')
    .map(([key, value]) => `<dt>${escape(key.replaceAll('_', ' '))}</dt><dd>${escape(wordsOf(value))}</dd>`);
  const shown = Object.values(row).filter((value) => typeof value === 'string' && pictures.includes(value));
  const images = [...new Set(shown)].map((id) => `<img src="photos/${escape(String(id))}.jpg" alt="">`);
  return `<article><dl>${lines.join('')}</dl>${images.join('')}</article>`;
}

const wordsOf = (value: unknown): string => (typeof value === 'object' ? JSON.stringify(value) : String(value));

const entities: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' };
const escape = (text: string): string => text.replace(/[&<>"']/g, (character) => entities[character] ?? character);
