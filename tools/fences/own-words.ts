/**
 * Names, messages and titles that people write may be in a script that the page does not use. Without isolation, a full stop or a question mark would
 * jump to the wrong end ("?painful"). Our own sentences need no isolation here, because web/app/lib/i18n.ts isolates the names in them.
 */

/** Fields that always contain text written by people, in any object. */
const fields = [
  'actor_name',
  'author_name',
  'display_name',
  'excerpt',
  'first_name',
  'last_name',
  'note_to_patient',
  'patient_name',
  'practitioner_name',
  'provider_name',
  'rationale',
];

/** Fields that contain text written by people only in these objects. Elsewhere they may contain our own words. */
const pairs = [
  'channel.description',
  'channel.name',
  'comment.body',
  'item.area',
  'link.label',
  'message.body',
  'person.name',
  'person.note',
  'post.title',
  'product.description',
  'product.name',
  'profile.name',
  'request.note',
  'topic.title',
  'version.title',
];

interface Node {
  readonly type: string;
  readonly parent?: Node;
  readonly [part: string]: unknown;
}

/** Returns the parts of an expression that are shown on the page, without conditions and function arguments. */
function shown(node: Node): Node[] {
  const parts = (...names: string[]) => names.flatMap((name) => shown(node[name] as Node));
  switch (node.type) {
    case 'MemberExpression':
      return [node];
    case 'ChainExpression':
    case 'TSNonNullExpression':
      return parts('expression');
    case 'LogicalExpression':
      return node.operator === '&&' ? parts('right') : parts('left', 'right');
    case 'ConditionalExpression':
      return parts('consequent', 'alternate');
    case 'TemplateLiteral':
      return (node.expressions as Node[]).flatMap(shown);
    default:
      return [];
  }
}

const nameOf = (node: unknown): string => {
  const { type, name, property } = node as Node & { name?: string; property?: Node };
  return type === 'MemberExpression' && property ? nameOf(property) : (name ?? '');
};

/**
 * Returns true for an element that isolates its content: `<bdi>`, an element with the attribute `dir`, or the window's
 * title, which cannot contain elements.
 */
function isolates(node: Node | undefined): boolean {
  if (node?.type === 'JSXFragment') return isolates(node.parent);
  // The text is not a child of an element. It is, for example, the value of an attribute, which needs no isolation
  // here.
  if (node?.type !== 'JSXElement') return true;
  const { name, attributes } = node.openingElement as { name: Node; attributes: { name?: { name?: string } }[] };
  return ['bdi', 'title'].includes(nameOf(name)) || attributes.some((attribute) => attribute.name?.name === 'dir');
}

/** Returns the text written by people that a JSX container shows without isolation. */
export function openWords(container: { readonly expression: unknown; readonly parent?: unknown }): string[] {
  const own = shown(container.expression as Node)
    .map((member) => ({ field: nameOf(member.property), pair: `${nameOf(member.object)}.${nameOf(member.property)}` }))
    .filter(({ field, pair }) => fields.includes(field) || pairs.includes(pair));
  return own.length > 0 && !isolates(container.parent as Node) ? own.map(({ pair }) => pair) : [];
}
