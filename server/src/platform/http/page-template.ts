import { type DefaultTreeAdapterTypes, parse, serializeOuter } from 'parse5';

/** Values for a page. `data-each` repeats an element for the entries of a list. An empty list counts as absent. */
export type PageValue = string | number | boolean | null | undefined | readonly PageValue[] | PageData;
export interface PageData {
  readonly [name: string]: PageValue;
}

/** A document that is its own template. It returns the document with the values filled in. */
export type PageTemplate = (data: PageData) => string;

type Part = (scopes: readonly PageValue[]) => string;
type Element = DefaultTreeAdapterTypes.Element;
type Node = DefaultTreeAdapterTypes.ChildNode;

const marks = ['data-fill', 'data-each', 'data-if', 'data-unless', 'data-put', 'data-json'] as const;
const voids = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'source', 'wbr']);
/** Beginnings that an address may have. `javascript:` and `data:` are not among them. */
const safeAddress = /^(https?:|mailto:|tel:|\/|#|\?)/i;

/**
 * Parses the marks of a built document. A path `a.b` is first looked up in the innermost `each`. The path `.` is the
 * entry itself.
 *
 * - `data-fill="path"`: the text of the element; if there is no value, the built text stays
 * - `data-put="name:path name:path"`: attributes; null or false removes the attribute, true leaves it empty
 * - `data-if`, `data-unless`: removes the element, or shows one that was prerendered with `hidden`
 * - `data-each="path"`: repeats the first element inside for each entry
 * - `data-json="path"`: data for machines, as the text of a script element
 *
 * Everything is escaped, and addresses with an unsafe scheme are dropped. Marks and comments are not sent.
 *
 * @returns null if the document has no marks, so that its file is sent. Also null if React takes the page over and
 * there is no first view, because React expects the markup as it was built. A first view stands outside that markup
 */
export function parseTemplate(text: string): PageTemplate | null {
  if (!marks.some((mark) => text.includes(`${mark}="`))) return null;
  if (text.includes('__reactRouterContext') && !text.includes('<first-view')) return null;
  const parts = parse(text).childNodes.map(compile);
  return (data) => parts.map((part) => part([data])).join('');
}

function compile(node: Node): Part {
  if (node.nodeName === '#comment') return () => '';
  if (!isElement(node) || !hasMarks(node)) {
    const fixed = isElement(node) ? serializeOuter(withoutComments(node)) : serializeOuter(node);
    return () => fixed;
  }
  const mark = marksOf(node);
  const inside = insideOf(node, mark);
  const open = openTag(node, mark);
  const close = voids.has(node.tagName) ? '' : `</${node.tagName}>`;
  return (scopes) => {
    if (mark['data-if'] && !isThere(find(scopes, mark['data-if']))) return '';
    if (mark['data-unless'] && isThere(find(scopes, mark['data-unless']))) return '';
    return open(scopes) + inside(scopes) + close;
  };
}

type Marks = Partial<Record<(typeof marks)[number], string>>;

const marksOf = (element: Element): Marks =>
  Object.fromEntries(
    element.attrs.filter(({ name }) => marks.includes(name as never)).map(({ name, value }) => [name, value]),
  );

function insideOf(element: Element, mark: Marks): Part {
  const { 'data-fill': fill, 'data-json': json, 'data-each': each } = mark;
  if (fill) {
    const asBuilt = everything(element);
    return (scopes) => {
      const value = find(scopes, fill);
      return value === undefined ? asBuilt(scopes) : escapeText(asText(value));
    };
  }
  if (json) return (scopes) => JSON.stringify(find(scopes, json) ?? null).replaceAll('<', '\\u003c');
  if (each) {
    const pattern = element.childNodes.find(isElement);
    const entry = pattern ? compile(pattern) : () => '';
    return (scopes) =>
      asList(find(scopes, each))
        .map((value) => entry([value, ...scopes]))
        .join('');
  }
  return everything(element);
}

function everything(element: Element): Part {
  const parts = element.childNodes.map(compile);
  return (scopes) => parts.map((part) => part(scopes)).join('');
}

function openTag(element: Element, mark: Marks): Part {
  const isSwitch = Boolean(mark['data-if'] ?? mark['data-unless']);
  const puts = (mark['data-put'] ?? '')
    .split(/\s+/)
    .filter(Boolean)
    .map((put) => put.split(':') as [string, string]);
  const replaced = new Set([...marks, ...(isSwitch ? ['hidden'] : []), ...puts.map(([name]) => name)]);
  const fixed = element.attrs
    .filter(({ name }) => !replaced.has(name as never))
    .map(({ prefix, name, value }) => attribute(prefix ? `${prefix}:${name}` : name, value));
  const start = `<${element.tagName}${fixed.join('')}`;
  return (scopes) => `${start}${puts.map(([name, path]) => put(name, find(scopes, path))).join('')}>`;
}

function put(name: string, value: PageValue): string {
  if (value === true) return ` ${name}=""`;
  if (value === false || value === null || value === undefined) return '';
  const text = asText(value);
  if ((name === 'href' || name === 'src' || name === 'action') && !safeAddress.test(text)) return '';
  return attribute(name, text);
}

function find(scopes: readonly PageValue[], path: string): PageValue {
  if (path === '.') return scopes[0];
  const [first = '', ...rest] = path.split('.');
  const scope = scopes.find((candidate) => isRecord(candidate) && first in candidate);
  return rest.reduce<PageValue>(
    (value, name) => (isRecord(value) ? value[name] : undefined),
    isRecord(scope) ? scope[first] : undefined,
  );
}

const isRecord = (value: PageValue): value is PageData =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
const asList = (value: PageValue): readonly PageValue[] => (Array.isArray(value) ? value : []);
const asText = (value: PageValue): string => (typeof value === 'object' || value === undefined ? '' : String(value));
const isThere = (value: PageValue): boolean => (Array.isArray(value) ? value.length > 0 : Boolean(value));
const isElement = (node: Node): node is Element => 'tagName' in node;
const hasMarks = (node: Node): boolean =>
  isElement(node) && (node.attrs.some(({ name }) => marks.includes(name as never)) || node.childNodes.some(hasMarks));

function withoutComments(element: Element): Element {
  element.childNodes = element.childNodes.filter(({ nodeName }) => nodeName !== '#comment');
  for (const child of element.childNodes) if (isElement(child)) withoutComments(child);
  return element;
}

const attribute = (name: string, value: string): string => ` ${name}="${escapeText(value).replaceAll('"', '&quot;')}"`;
const escapeText = (text: string): string =>
  text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
