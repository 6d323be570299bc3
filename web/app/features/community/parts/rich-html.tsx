import { ExternalLink, Play } from 'lucide-react';
import { createContext, createElement, Fragment, type ReactNode, use, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { readAddress } from '#web/lib/read-address.ts';
import { Button } from '#web/ui/button.tsx';
import { Icon } from '#web/ui/icon.tsx';
import { personPath } from './links.ts';
import { type Video, videoOf } from './video.ts';
import styles from './rich-html.module.css';

/**
 * The elements that a text may contain, with their allowed attributes. The service cleans texts with a similar list.
 * Two checks are safer than one.
 */
const allowed: Readonly<Record<string, readonly string[]>> = {
  p: [],
  br: [],
  strong: [],
  em: [],
  u: [],
  s: [],
  h2: [],
  h3: [],
  ul: [],
  ol: ['start'],
  li: [],
  blockquote: [],
  table: [],
  thead: [],
  tbody: [],
  tr: [],
  th: ['colspan', 'rowspan'],
  td: ['colspan', 'rowspan'],
  mark: [],
  span: [],
  a: [],
  img: [],
};
/** Elements that are removed with all their content, because their content is not part of the text. */
const dropped = new Set([
  'script',
  'style',
  'template',
  'noscript',
  'iframe',
  'object',
  'embed',
  'svg',
  'math',
  'title',
  'textarea',
  'xmp',
  'noembed',
  'noframes',
  'plaintext',
  'select',
  'form',
  'head',
  'link',
  'meta',
  'base',
]);
const renamed: Readonly<Record<string, string>> = { b: 'strong', i: 'em', h1: 'h2', h4: 'h3' };
const reactNames: Readonly<Record<string, string>> = { colspan: 'colSpan', rowspan: 'rowSpan' };
const whole = /^\d{1,4}$/;

/** A piece of parsed HTML: a text, or an element. */
export type HtmlPart = string | HtmlElement;
export interface HtmlElement {
  readonly name: string;
  /** False for SVG and MathML. */
  readonly isHtml: boolean;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly HtmlPart[];
}

/**
 * The functions that parse texts. The browser's version uses the parser of the browser. The service's version uses
 * another parser (`first-view.server.tsx`).
 */
export interface HtmlReading {
  parse(html: string): readonly HtmlPart[];
  /** Returns the address of the page. Relative addresses in a text are resolved against it. */
  here(): string;
}
export const HtmlReader = createContext<HtmlReading>({
  parse: (html) => partsOf(new DOMParser().parseFromString(html, 'text/html').body),
  here: () => location.href,
});

function partsOf(node: Node): HtmlPart[] {
  return [...node.childNodes].flatMap((child): HtmlPart[] => {
    if (child.nodeType === Node.TEXT_NODE) return [child.textContent ?? ''];
    if (!(child instanceof Element)) return [];
    const attributes = Object.fromEntries([...child.attributes].map(({ name, value }) => [name, value]));
    const isHtml = child.namespaceURI === 'http://www.w3.org/1999/xhtml';
    return [{ name: child.localName, isHtml, attributes, children: partsOf(child) }];
  });
}

interface Props {
  html: string;
  /** The language of the text, if it is known. */
  lang?: string | null;
  className?: string;
}

/** Draws a member's text as React elements. No part of the text is ever inserted as markup. */
export function RichHtml({ html, lang, className }: Props) {
  const { parse } = use(HtmlReader);
  const content = useMemo(() => shownAll(parse(html)), [parse, html]);
  return (
    <div className={`${styles.prose} ${className ?? ''}`} lang={lang ?? undefined} dir="auto">
      {content}
    </div>
  );
}

const shownAll = (parts: readonly HtmlPart[]): ReactNode[] => parts.map(shown);

function shown(part: HtmlPart, key: number): ReactNode {
  if (typeof part === 'string') return part;
  const name = renamed[part.name] ?? part.name;
  if (dropped.has(part.name) || !part.isHtml) return null;
  const video = videoOf(part.attributes['data-video'] ?? null);
  if (video) return <ExternalVideo key={key} video={video} />;
  if (!Object.hasOwn(allowed, name)) return <Fragment key={key}>{shownAll(part.children)}</Fragment>;
  if (name === 'a') return <TextLink key={key} element={part} />;
  if (name === 'img') return <Picture key={key} element={part} />;
  const handle = part.attributes['data-mention'];
  if (handle) return <Mention key={key} handle={handle} words={wordsOf(part)} />;
  if (name === 'table')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls, and the arrow keys must reach it
      <div key={key} className={styles.scroll} tabIndex={0} role="group">
        <table>{rows(part)}</table>
      </div>
    );
  // React refuses children for elements that cannot have any.
  const inside = name === 'br' ? [] : shownAll(part.children);
  return createElement(name, { key, ...attributesOf(part, name) }, ...inside);
}

const wordsOf = (part: HtmlPart): string => (typeof part === 'string' ? part : part.children.map(wordsOf).join(''));

/** Returns the elements inside a table. Text between rows is left out, because HTML does not allow it. */
const rows = (table: HtmlElement): ReactNode[] => table.children.filter((part) => typeof part !== 'string').map(shown);

function attributesOf({ attributes }: HtmlElement, name: string): Record<string, number> {
  const kept = (allowed[name] ?? []).filter((one) => whole.test(attributes[one] ?? ''));
  return Object.fromEntries(kept.map((one) => [reactNames[one] ?? one, Number(attributes[one])]));
}

function Mention({ handle, words }: { handle: string; words: string }) {
  return (
    <LocalisedLink to={personPath(handle)} className={styles.mention}>
      {words}
    </LocalisedLink>
  );
}

function TextLink({ element }: { element: HtmlElement }) {
  const here = use(HtmlReader).here();
  const address = safeAddress(element.attributes.href, here);
  if (!address) return <>{shownAll(element.children)}</>;
  const isOurs = address.origin === new URL(here).origin;
  return (
    <a href={address.href} {...(!isOurs && { target: '_blank', rel: 'nofollow ugc noopener noreferrer' })}>
      {shownAll(element.children)}
    </a>
  );
}

function safeAddress(href: string | undefined, here: string): URL | undefined {
  const address = href ? readAddress(href, here) : null;
  return address && ['https:', 'http:', 'mailto:'].includes(address.protocol) ? address : undefined;
}

function Picture({ element: { attributes } }: { element: HtmlElement }) {
  const here = use(HtmlReader).here();
  const address = readAddress(attributes.src ?? '', here);
  if (!address || address.origin !== new URL(here).origin || !address.pathname.startsWith('/community-assets/'))
    return null;
  const size = (name: string) => {
    const value = attributes[name] ?? '';
    return whole.test(value) ? Number(value) : undefined;
  };
  return (
    <img
      src={address.href}
      alt={attributes.alt ?? ''}
      width={size('width')}
      height={size('height')}
      loading="lazy"
      decoding="async"
    />
  );
}

/** A video of another provider. The provider gets no request before the person presses play. */
function ExternalVideo({ video }: { video: Video }) {
  const { t } = useTranslation('community');
  const [isPlaying, setPlaying] = useState(false);
  if (isPlaying)
    return (
      <iframe
        className={styles.frame}
        src={video.embed}
        title={t('video.frame', { provider: video.provider })}
        allow="fullscreen; encrypted-media; picture-in-picture"
        referrerPolicy="strict-origin-when-cross-origin"
        sandbox="allow-scripts allow-same-origin allow-presentation allow-popups"
      />
    );
  return (
    <div className={styles.frame}>
      <p className={styles.provider}>{video.provider}</p>
      <Button size="s" onClick={() => setPlaying(true)}>
        <Icon as={Play} size="s" />
        {t('video.play')}
      </Button>
      <p className={styles.note}>{t('video.note', { provider: video.provider })}</p>
      <a className={styles.note} href={video.url} target="_blank" rel="nofollow ugc noopener noreferrer">
        {t('video.open')} <Icon as={ExternalLink} size="s" />
      </a>
    </div>
  );
}
