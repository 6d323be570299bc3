import sanitizeHtml from 'sanitize-html';
import type { VideoProviders } from '#contract/community.ts';

/** A cleaned text and the names of the parts that were removed from it. */
export interface CleanText {
  readonly html: string;
  /** The text without markup, for search, excerpts and word filters. */
  readonly words: string;
  /** The paths of the images in the text, in the order in which they appear. */
  readonly images: readonly string[];
  readonly links_count: number;
  readonly mentions: readonly string[];
  readonly removed: readonly string[];
  readonly isEmpty: boolean;
}

const TAGS = [
  'p',
  'br',
  'strong',
  'em',
  'u',
  's',
  'ul',
  'ol',
  'li',
  'blockquote',
  'h2',
  'h3',
  'a',
  'span',
  'div',
  'img',
];
const TABLE = ['table', 'thead', 'tbody', 'tr', 'th', 'td'];
const RENAMED: Readonly<Record<string, string>> = { b: 'strong', i: 'em', strike: 's', del: 's', h1: 'h2' };
const IMAGE = /^\/community-assets\/(posts\/[\w.-]+)(?:\?.*)?$/;
const HANDLE = /^[a-z0-9][a-z0-9_]{1,28}[a-z0-9]$/;
const OURS = /^\/(?!\/)[\w\-./~%#?=&]*$/;

type Attributes = Record<string, string>;

const keeping =
  (attributesOf: (attributes: Attributes) => Attributes) => (tagName: string, attributes: Attributes) => ({
    tagName,
    attribs: attributesOf(attributes),
  });

/** The allowed tags and attributes. */
const RULES: sanitizeHtml.IOptions = {
  allowedTags: [...TAGS, ...TABLE],
  allowedAttributes: {
    a: ['href', 'rel', 'target'],
    img: ['src', 'alt', 'width', 'height'],
    span: ['data-mention'],
    div: ['data-video'],
    th: ['colspan', 'rowspan'],
    td: ['colspan', 'rowspan'],
  },
  allowedSchemes: ['http', 'https', 'mailto'],
  allowProtocolRelative: false,
  disallowedTagsMode: 'discard',
  nonTextTags: [
    'script',
    'style',
    'textarea',
    'option',
    'noscript',
    'title',
    'xmp',
    'template',
    'iframe',
    'svg',
    'math',
  ],
  nestingLimit: 24,
  transformTags: {
    ...Object.fromEntries(
      Object.entries(RENAMED).map(([from, to]) => [from, sanitizeHtml.simpleTransform(to, {}, false)]),
    ),
    a: keeping(linkAttributes),
    img: keeping(imageAttributes),
    span: keeping(mentionAttributes),
    div: keeping(videoAttributes),
    th: keeping(spans),
    td: keeping(spans),
  },
};

/**
 * Removes everything that the editor cannot produce. Only images from our service stay. Links lead to the web, to an
 * email address or to our own pages. Links that leave our site get rel=nofollow ugc noopener. A video is stored only as
 * its provider and id, so that nothing is loaded from the provider. Every text is cleaned before it is stored.
 */
export function cleanHtml(dirty: string): CleanText {
  const removed = new Set<string>();
  const images: string[] = [];
  const mentions = new Set<string>();
  let links_count = 0;
  const html = sanitizeHtml(dirty, {
    ...RULES,
    onOpenTag: (name) => void (isKnown(name) || removed.add(name)),
    exclusiveFilter: ({ tag, attribs }) => {
      if (tag === 'img') {
        const path = IMAGE.exec(attribs.src ?? '')?.[1];
        if (path) images.push(path);
        else removed.add('img');
        return !path;
      }
      if (tag === 'a' && attribs.href) links_count++;
      if (tag === 'span' && attribs['data-mention']) mentions.add(attribs['data-mention']);
      return false;
    },
  });
  const tidy = dropEmptyTables(html);
  const words = wordsOf(tidy);
  for (const [, handle] of words.matchAll(/(?:^|[^\w@])@([a-z0-9][a-z0-9_]{1,28}[a-z0-9])\b/g))
    mentions.add(handle ?? '');
  const isEmpty = words.trim() === '' && images.length === 0 && !tidy.includes('data-video=');
  return { html: tidy, words, images, links_count, mentions: [...mentions], removed: [...removed], isEmpty };
}

const isKnown = (name: string): boolean => Object.hasOwn(RENAMED, name) || TAGS.includes(name) || TABLE.includes(name);

function linkAttributes({ href = '' }: Attributes): Attributes {
  const address = href.trim();
  if (OURS.test(address)) return { href: address };
  if (!/^(https?:\/\/|mailto:)/i.test(address)) return {};
  return { href: address, rel: 'nofollow ugc noopener', target: '_blank' };
}

function imageAttributes({ src = '', alt = '', width = '', height = '' }: Attributes): Attributes {
  const path = IMAGE.exec(src)?.[1];
  return {
    src: path ? `/community-assets/${path}` : '',
    alt: alt.slice(0, 300),
    ...(isSize(width) && { width }),
    ...(isSize(height) && { height }),
  };
}

const isSize = (text: string): boolean => /^\d{1,4}$/.test(text);

function mentionAttributes({ 'data-mention': handle = '' }: Attributes): Attributes {
  return HANDLE.test(handle) ? { 'data-mention': handle } : {};
}

function videoAttributes({ 'data-video': address = '' }: Attributes): Attributes {
  const video = videoOf(address);
  return video ? { 'data-video': video } : {};
}

type Provider = (typeof VideoProviders)[number];

/** Patterns that extract the id of a video from its address, by provider. The rest of the address is discarded. */
const ADDRESSES: Readonly<Record<Provider, readonly RegExp[]>> = {
  youtube: [
    /^https:\/\/(?:www\.|m\.)?youtube\.com\/watch\?(?:[^#]*&)?v=([\w-]{11})(?:[&#]|$)/,
    /^https:\/\/(?:www\.)?youtube(?:-nocookie)?\.com\/(?:shorts|embed)\/([\w-]{11})(?:[?#/]|$)/,
    /^https:\/\/youtu\.be\/([\w-]{11})(?:[?#/]|$)/,
  ],
  vimeo: [/^https:\/\/(?:www\.|player\.)?vimeo\.com\/(?:video\/)?(\d{6,12})(?:[?#/]|$)/],
  dailymotion: [
    /^https:\/\/(?:www\.)?dailymotion\.com\/(?:embed\/)?video\/(\w{6,12})(?:[?#/_]|$)/,
    /^https:\/\/dai\.ly\/(\w{6,12})(?:[?#]|$)/,
  ],
};
const KEPT = /^(youtube:[\w-]{11}|vimeo:\d{6,12}|dailymotion:\w{6,12})$/;

/**
 * Returns `provider:id` for an address of one of our providers, or for a text in this stored form. Returns null for
 * everything else.
 */
export function videoOf(address: string): string | null {
  const text = address.trim();
  if (KEPT.test(text)) return text;
  for (const [provider, patterns] of Object.entries(ADDRESSES)) {
    const id = patterns.map((pattern) => pattern.exec(text)?.[1]).find(Boolean);
    if (id) return `${provider}:${id}`;
  }
  return null;
}

function spans({ colspan = '', rowspan = '' }: Attributes): Attributes {
  const isSpan = (text: string): boolean => /^\d{1,2}$/.test(text) && Number(text) >= 1;
  return { ...(isSpan(colspan) && { colspan }), ...(isSpan(rowspan) && { rowspan }) };
}

/** Removes tables that contain no cell. */
const dropEmptyTables = (html: string): string =>
  html.replace(/<table>(?:(?!<\/?table)[\s\S])*?<\/table>/g, (table) => (/<t[dh][\s>]/.test(table) ? table : ''));

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"' };

/** Returns the text of clean HTML without markup, with one line for each block. */
export function wordsOf(html: string): string {
  return html
    .replace(/<(?:br|\/p|\/li|\/h2|\/h3|\/tr|\/blockquote|\/div)\b[^>]*>/g, '\n')
    .replace(/<\/t[dh]>/g, ' ')
    .replace(/<[^>]*>/g, '')
    .replace(/&(amp|lt|gt|quot);/g, (_whole, name: string) => ENTITIES[name] ?? '')
    .replace(/[^\S\n]+/g, ' ')
    .replace(/ ?\n[\s]*/g, '\n')
    .trim();
}

const EXCERPT = 280;
/** Returns the beginning of a text, cut at a word boundary. */
export function excerptOf(words: string): string {
  const line = words.replace(/\s+/g, ' ').trim();
  if (line.length <= EXCERPT) return line;
  return `${line
    .slice(0, EXCERPT)
    .replace(/\s\S*$/, '')
    .replace(/[\uD800-\uDBFF]$/, '')}…`;
}

const TAG = /(<[^>]*>)/;

/** Returns a text without the handles of the members mentioned in it. */
export const withoutHandles = (text: string): string =>
  text.replace(/(^|[^\w@])@[a-z0-9][a-z0-9_]{1,28}[a-z0-9]\b/g, '$1@…');

/** Returns a stored text for people without an account. Images, videos and handles of members are removed from it. */
export const forTheWeb = (html: string): string =>
  html
    .replace(/<img [^>]*>/g, '')
    .replace(/<div data-video="[^"]*"><\/div>/g, '')
    .replace(/<span data-mention="[^"]*">[^<]*<\/span>/g, '@…')
    .split(TAG)
    .map((part) => (part.startsWith('<') ? part : withoutHandles(part)))
    .join('');
