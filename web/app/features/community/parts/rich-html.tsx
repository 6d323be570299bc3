import { Fragment, type ReactNode, createElement, useMemo } from 'react';
import { LocalisedLink } from '#web/lib/locale.tsx';
import { readAddress } from '#web/lib/read-address.ts';
import { ExternalVideo } from './external-video.tsx';
import { personPath } from './links.ts';
import { videoOf } from './video.ts';
import styles from './rich-html.module.css';

/**
 * The elements that a text may contain, with the attributes that are kept. The service cleans texts with a similar
 * list, because two checks are safer than one.
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
/** Elements that are dropped with all their content, because it is code or another markup language. */
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

/** A member's text as React elements. No part of the text is ever inserted as markup. */
interface Props {
  html: string;
  /** The language of the text, if it is known. */
  lang?: string | null;
  className?: string;
}

export function RichHtml({ html, lang, className }: Props) {
  const content = useMemo(() => children(new DOMParser().parseFromString(html, 'text/html').body), [html]);
  return (
    <div className={`${styles.prose} ${className ?? ''}`} lang={lang ?? undefined} dir="auto">
      {content}
    </div>
  );
}

const children = (node: Node): ReactNode[] => [...node.childNodes].map(shown);

function shown(node: Node, key: number): ReactNode {
  if (node.nodeType === Node.TEXT_NODE) return node.textContent;
  if (!(node instanceof Element)) return null;
  const found = node.localName;
  const name = renamed[found] ?? found;
  if (dropped.has(found) || node.namespaceURI !== 'http://www.w3.org/1999/xhtml') return null;
  const video = videoOf(node.getAttribute('data-video'));
  if (video) return <ExternalVideo key={key} video={video} />;
  if (!Object.hasOwn(allowed, name)) return <Fragment key={key}>{children(node)}</Fragment>;
  if (name === 'a') return <TextLink key={key} element={node} />;
  if (name === 'img') return <Picture key={key} element={node} />;
  const handle = node.getAttribute('data-mention');
  if (handle) return <Mention key={key} handle={handle} words={node.textContent} />;
  if (name === 'table')
    return (
      // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- a wide table scrolls, and the arrow keys must reach it
      <div key={key} className={styles.scroll} tabIndex={0} role="group">
        <table>{rows(node)}</table>
      </div>
    );
  // React refuses children for elements that cannot have any.
  const inside = name === 'br' ? [] : children(node);
  return createElement(name, { key, ...attributes(node, name) }, ...inside);
}

/** HTML allows no text between the rows of a table, so only the elements are drawn. */
const rows = (table: Element): ReactNode[] => [...table.children].map((part, key) => shown(part, key));

function attributes(element: Element, name: string): Record<string, number> {
  const kept = (allowed[name] ?? []).filter((one) => whole.test(element.getAttribute(one) ?? ''));
  return Object.fromEntries(kept.map((one) => [reactNames[one] ?? one, Number(element.getAttribute(one))]));
}

function Mention({ handle, words }: { handle: string; words: string }) {
  return (
    <LocalisedLink to={personPath(handle)} className={styles.mention}>
      {words}
    </LocalisedLink>
  );
}

function TextLink({ element }: { element: Element }) {
  const address = safeAddress(element.getAttribute('href'));
  if (!address) return <>{children(element)}</>;
  const isOurs = address.origin === location.origin;
  return (
    <a href={address.href} {...(!isOurs && { target: '_blank', rel: 'nofollow ugc noopener noreferrer' })}>
      {children(element)}
    </a>
  );
}

function safeAddress(href: string | null): URL | undefined {
  const address = href ? readAddress(href, location.href) : null;
  return address && ['https:', 'http:', 'mailto:'].includes(address.protocol) ? address : undefined;
}

function Picture({ element }: { element: Element }) {
  const address = readAddress(element.getAttribute('src') ?? '', location.href);
  if (!address || address.origin !== location.origin || !address.pathname.startsWith('/community-assets/')) return null;
  const size = (name: string) => {
    const value = element.getAttribute(name) ?? '';
    return whole.test(value) ? Number(value) : undefined;
  };
  return (
    <img
      src={address.href}
      alt={element.getAttribute('alt') ?? ''}
      width={size('width')}
      height={size('height')}
      loading="lazy"
      decoding="async"
    />
  );
}
