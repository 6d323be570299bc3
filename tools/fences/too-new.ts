/**
 * Browser interfaces that Safari 16.4 lacks but that the page's types still offer. `lib` in web/tsconfig.json excludes
 * features of the language itself that are too new. The sources are MDN's compatibility tables.
 */
const statics = [
  'AbortSignal.any',
  'CSS.highlights',
  'Intl.DurationFormat',
  'Map.groupBy',
  'Object.groupBy',
  'Promise.try',
  'Promise.withResolvers',
  'ReadableStream.from',
  'Response.json',
  'URL.canParse',
  'URL.parse',
] as const;

/** Members that are too new on any object. */
const members = [
  'caretPositionFromPoint',
  'checkVisibility',
  'hidePopover',
  'moveBefore',
  'onscrollend',
  'requestClose',
  'requestIdleCallback',
  'setHTMLUnsafe',
  'showPopover',
  'startViewTransition',
  'togglePopover',
] as const;

/** Attributes that React passes on and that an older browser does not know. */
const attributes = ['command', 'commandfor', 'popover', 'popoverTarget'];

const isOneOf = (list: readonly string[], name: string): boolean => list.includes(name);

/**
 * Returns an error message if a member is too new, and undefined otherwise. `object` is known only if it is a plain
 * name.
 */
export function tooNewMember(object: string | undefined, property: string): string | undefined {
  const name = `${object}.${property}`;
  if (isOneOf(statics, name)) return sentence(name);
  return isOneOf(members, property) ? sentence(property) : undefined;
}

export const tooNewAttribute = (name: string): string | undefined =>
  isOneOf(attributes, name) ? sentence(name) : undefined;

const sentence = (name: string): string => `${name} is newer than the oldest browsers we carry (README.md).`;

/**
 * The number of times that libraries name an interface in code that first checks whether it exists. A higher number in
 * the built files means a new use, which nobody has reviewed.
 */
const asksFirst: Readonly<Record<string, number>> = {
  // react-aria: `'checkVisibility' in element`.
  checkVisibility: 2,
  // prosemirror-view: `if (doc.caretPositionFromPoint)`.
  caretPositionFromPoint: 2,
  // virtual-core: `'onscrollend' in window`.
  onscrollend: 1,
  // In react-dom, for transitions that this app does not use.
  startViewTransition: 5,
};

/** Returns a sentence for each newer interface that the built scripts name more often than `asksFirst` allows. */
export function tooNewInScripts(scripts: readonly string[]): string[] {
  const text = scripts.join('\n');
  return [...statics, ...members].flatMap((name) => {
    const found = text.match(new RegExp(`\\b${name.replace('.', '\\.')}\\b`, 'g'))?.length ?? 0;
    const allowed = asksFirst[name] ?? 0;
    return found > allowed ? [`${name} stands ${found} times in the built scripts, ${allowed} of them looked at.`] : [];
  });
}

/**
 * Selectors that the oldest browsers do not know. A selector that a browser does not know invalidates the whole CSS
 * rule, so the built styles must not contain any of these.
 */
const selectors = [':popover-open', ':open', '::details-content', ':user-valid', ':user-invalid', ':state(', '@scope'];

export const tooNewInStyles = (styles: readonly string[]): string[] =>
  selectors
    .filter((selector) => styles.some((text) => text.includes(selector)))
    .map((selector) => `${selector} stands in the built styles.`);
