import { createHash } from 'node:crypto';

/**
 * Matches HTML comments. React writes comments into its HTML and needs them only for hydration. Texts contain no
 * comments, because their angle brackets are escaped.
 */
const comments = /<!--.*?-->/g;
const stylesheets = /<link rel="stylesheet" href="(\/assets\/[^"#]+)#?"\/>/g;
const moduleScripts = /<script type="module" src="(\/assets\/[^"]+)"><\/script>/g;
const inlineScripts = /<script(?![^>]*\ssrc=)[^>]*>([\s\S]*?)<\/script>/g;
const inlineStyles = /<style[^>]*>([\s\S]*?)<\/style>/g;

/**
 * The hashes of the scripts and styles inside a page. The page's content security policy allows these scripts and
 * styles in addition to our own files.
 */
export interface InlineHashes {
  readonly scripts: readonly string[];
  readonly styles: readonly string[];
}

/**
 * Puts the styles and scripts of a page without React into the page. The browser can then render the page as soon as it
 * is received, and no other file competes for the connection. The styles and scripts are 6 to 10 kB large. Loading them
 * with the page is faster than waiting for separate files.
 *
 * @param read returns the text of a built file, by its address
 */
export function inlineFiles(html: string, read: (address: string) => string): string {
  const styles = [...html.matchAll(stylesheets)].map(([, address = '']) => read(address).trim());
  let isFirst = true;
  return html
    .replaceAll(comments, '')
    .replace(stylesheets, () => {
      const element = isFirst ? inElement('style', styles.join('\n')) : '';
      isFirst = false;
      return element;
    })
    .replace(moduleScripts, (_, address: string) => inElement('script', read(address).trim()));
}

function inElement(name: 'style' | 'script', text: string): string {
  if (text.includes('</')) throw new Error('what a page carries must not end its own element');
  if (/\bimport\b/.test(text) && name === 'script') throw new Error('a script that a page carries imports nothing');
  return `<${name}${name === 'script' ? ' type="module"' : ''}>${text}</${name}>`;
}

/** Returns the hashes of every script and style inside the page. */
export const inlineHashes = (html: string): InlineHashes => ({
  scripts: hashesOf(html, inlineScripts),
  styles: hashesOf(html, inlineStyles),
});

const hashesOf = (html: string, elements: RegExp): string[] =>
  [...html.matchAll(elements)].map(([, text = '']) => `sha256-${createHash('sha256').update(text).digest('base64')}`);

/** Fails if a page contains a style attribute, because the policy forbids them. */
export function assertNoStyleAttributes(page: string, html: string): void {
  const found = html.replace(/<script[\s\S]*?<\/script>/g, '').match(/<[^>]+\sstyle="[^>]*>/);
  if (found) throw new Error(`${page}: the policy forbids style attributes in pages: ${found[0].slice(0, 160)}`);
}
