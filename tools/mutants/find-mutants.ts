import { parseSync } from 'vite';

/** One deliberate fault: the text between `start` and `end` is replaced. */
export interface Mutant {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  /** Counted from 1. */
  readonly line: number;
  /**
   * The whole line of the source, trimmed. With `change` it identifies the mutant, even after lines above have moved.
   */
  readonly source: string;
  /** The change as the report shows it, shortened, such as 'a < b → a <= b'. */
  readonly change: string;
}

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
  readonly [key: string]: unknown;
}

type Edit = readonly [start: number, end: number, text: string];

const table = <T>(entries: Record<string, T>): ReadonlyMap<string, T> => new Map(Object.entries(entries));
const boundaries = table<readonly string[]>({
  '<': ['<=', '>='],
  '<=': ['<', '>'],
  '>': ['>=', '<='],
  '>=': ['>', '<'],
  '===': ['!=='],
  '!==': ['==='],
  '=': ['!='],
  '!=': ['='],
});
const arithmetic = table({ '+': '-', '-': '+', '*': '/', '/': '*', '%': '*' });
const assignments = table({ '+=': '-=', '-=': '+=', '*=': '/=', '/=': '*=' });
const logical = table({ '&&': '||', '||': '&&' });
const members = table({
  min: 'max',
  max: 'min',
  some: 'every',
  every: 'some',
  floor: 'ceil',
  ceil: 'floor',
  round: 'floor',
});
/** Pairs of words in JSON data that can be exchanged, because they mean the opposite of each other. */
const dataWords = table({
  absolute: 'relative',
  relative: 'absolute',
  area: 'side',
  side: 'area',
});
/** Mutants in the text of an `sql` template. */
const sqlWords: readonly (readonly [RegExp, string])[] = [
  [/ and /g, ' or '],
  [/ or /g, ' and '],
  [/ is null/g, ' is not null'],
  [/ is not null/g, ' is null'],
  [/not exists/g, 'exists'],
  [/ <= /g, ' < '],
  [/ >= /g, ' > '],
  [/ < /g, ' <= '],
  [/ > /g, ' >= '],
  [/ = /g, ' <> '],
  [/ <> /g, ' = '],
];

const isNode = (value: unknown): value is Node => typeof value === 'object' && value !== null && 'type' in value;
const ofType = (value: unknown, type: string): value is Node => isNode(value) && value.type === type;
const isText = (node: Node): boolean =>
  node.type === 'TemplateLiteral' || (node.type === 'Literal' && typeof node['value'] === 'string');

/**
 * Returns another number: one more up to 10, and 10 % more above. A fraction becomes 15 % smaller. The difference is
 * large enough that a test with a table of values fails.
 */
function otherNumber(value: number): string {
  if (!Number.isInteger(value)) return String(Number((value * 0.85).toPrecision(6)));
  return String(Math.abs(value) <= 10 ? value + 1 : value + Math.max(1, Math.round(value / 10)));
}

type Mutator = (node: Node, code: string) => readonly Edit[];

const whole = (node: Node, text: string): Edit => [node.start, node.end, text];

/** Replaces the operator between two operands, and keeps the white space around it. */
function operator(node: Node, code: string, replacement: string): Edit {
  const [left, right] = [node['left'] as Node, node['right'] as Node];
  const at = code.indexOf(node['operator'] as string, left.end);
  return at < 0 || at >= right.start ? whole(node, '') : [at, at + (node['operator'] as string).length, replacement];
}

/**
 * Returns the edit that removes a statement. Logs and the names of error classes are not removed, because no test has
 * to check them.
 */
const removable = (node: Node, code: string): readonly Edit[] =>
  /^(?:(?:await )?(?:ctx\.)?log\.|this\.name = )/.test(code.slice(node.start, node.end)) ? [] : [whole(node, ';')];

function removeElement(elements: readonly (Node | null)[], index: number): readonly Edit[] {
  const [here, next, before] = [elements[index], elements[index + 1], elements[index - 1]];
  if (!here) return [];
  if (next) return [[here.start, next.start, '']];
  return before ? [[before.end, here.end, '']] : [whole(here, '')];
}

const mutators: Readonly<Record<string, Mutator>> = {
  BinaryExpression(node, code) {
    const sign = node['operator'] as string;
    const others = boundaries.get(sign) ?? [arithmetic.get(sign) ?? []].flat();
    if (sign === '+' && [node['left'], node['right']].some((side) => isText(side as Node))) return [];
    return others.map((other) => operator(node, code, other));
  },
  AssignmentExpression(node, code) {
    const other = assignments.get(node['operator'] as string);
    return other ? [operator(node, code, other)] : [];
  },
  LogicalExpression(node, code) {
    const sign = node['operator'] as string;
    const { start, end } = node['left'] as Node;
    if (sign === '??') return [whole(node, code.slice(start, end))];
    return [operator(node, code, logical.get(sign) ?? sign)];
  },
  UnaryExpression(node, code) {
    const argument = node['argument'] as Node;
    if (node['operator'] === 'delete') return [];
    return ['!', '-'].includes(node['operator'] as string)
      ? [whole(node, code.slice(argument.start, argument.end))]
      : [];
  },
  ConditionalExpression(node, code) {
    return (['consequent', 'alternate'] as const).map((branch) => {
      const { start, end } = node[branch] as Node;
      return whole(node, `(${code.slice(start, end)})`);
    });
  },
  IfStatement(node, code) {
    const test = node['test'] as Node;
    const otherwise = node['alternate'] as Node | null;
    const isNegated = ['BinaryExpression', 'UnaryExpression'].includes(test.type);
    // Other mutators already reverse a comparison or a negation, so only other conditions get the mutant `true`.
    const always = isNegated ? [] : [whole(test, 'true')];
    return [whole(node, otherwise ? code.slice(otherwise.start, otherwise.end) : ';'), ...always];
  },
  Literal(node) {
    const { value } = node;
    if (typeof value === 'boolean') return [whole(node, String(!value))];
    if (typeof value === 'number') return [whole(node, otherNumber(value))];
    return [];
  },
  ExpressionStatement: removable,
  ThrowStatement: removable,
  ArrayExpression(node) {
    const elements = node['elements'] as (Node | null)[];
    return elements.flatMap((_, index) => removeElement(elements, index));
  },
  CallExpression(node, code) {
    const callee = node['callee'] as Node;
    if (!ofType(callee, 'MemberExpression')) return [];
    const [object, property] = [callee['object'] as Node, callee['property'] as Node];
    const name = property['name'] as string;
    const edits: Edit[] = [];
    const sibling = members.get(name);
    if (sibling) edits.push(whole(property, sibling));
    if (name === 'filter') edits.push(whole(node, code.slice(object.start, object.end)));
    if (name === 'where') {
      edits.push(whole(node, code.slice(object.start, object.end)));
      const sign = (node['arguments'] as Node[])[1];
      const others = sign && typeof sign['value'] === 'string' ? (boundaries.get(sign['value']) ?? []) : [];
      edits.push(...others.map((other) => whole(sign as Node, `'${other}'`)));
    }
    return edits;
  },
  TaggedTemplateExpression(node, code) {
    if ((node['tag'] as Node)['name'] !== 'sql') return [];
    return ((node['quasi'] as Node)['quasis'] as Node[]).flatMap(({ start, end }) =>
      sqlWords.flatMap(([word, other]) =>
        [...code.slice(start, end).matchAll(word)].map(
          ({ 0: { length }, index }): Edit => [start + index, start + index + length, other],
        ),
      ),
    );
  },
};

const dataMutators: Readonly<Record<string, Mutator>> = {
  Literal(node, code) {
    const other = dataWords.get(String(node['value']));
    return other ? [whole(node, `"${other}"`)] : (mutators['Literal']?.(node, code) ?? []);
  },
  ArrayExpression: mutators['ArrayExpression'] as Mutator,
};

/** Types and imports are left out: types are not behaviour, and an import names a file. */
const skipped = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments', 'key', 'attributes']);
const seen = (type: string): boolean =>
  !type.startsWith('Import') && (!type.startsWith('TS') || /^TS(?:As|Satisfies|NonNull)/.test(type));

const isNumber = (node: unknown): boolean => ofType(node, 'Literal') && typeof node['value'] === 'number';

/**
 * Returns true if a mutant would only repeat another one. The body of an `if` is removed by a mutant of the `if`, and a
 * number in an array by a mutant of the array.
 */
const repeats = (parent: Node, key: string, child: Node): boolean =>
  (parent.type === 'IfStatement' && key === 'consequent') || (parent.type === 'ArrayExpression' && isNumber(child));

function* walk(node: Node, isRepeated = false): Generator<Node> {
  if (!seen(node.type)) return;
  if (!isRepeated || !(node.type === 'ThrowStatement' || isNumber(node))) yield node;
  for (const [key, value] of Object.entries(node)) {
    if (skipped.has(key)) continue;
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) yield* walk(child, repeats(node, key, child));
  }
}

/** Returns every deliberate fault in a TypeScript or JSON file, in the order of the text. */
export function findMutants(file: string, code: string): Mutant[] {
  const isData = file.endsWith('.json');
  // The expression is in brackets here, so the offsets are one too high.
  const { program, errors } = parseSync(isData ? 'data.ts' : file, isData ? `(${code})` : code);
  if (errors.length > 0) throw new Error(`${file}: ${errors[0]?.message}`);
  const shift = isData ? 1 : 0;
  const rules = isData ? dataMutators : mutators;
  return [...walk(program as unknown as Node)]
    .flatMap((node) => rules[node.type]?.(node, isData ? `(${code})` : code) ?? [])
    .map(([start, end, text]) => describe(code, start - shift, end - shift, text))
    .sort((a, b) => a.start - b.start);
}

function describe(code: string, start: number, end: number, text: string): Mutant {
  const line = code.slice(0, start).split('\n').length;
  const source = (code.split('\n')[line - 1] ?? '').trim();
  const short = (part: string) => part.replaceAll(/\s+/g, ' ').trim().slice(0, 60);
  const was = code.slice(start, end);
  // If a mutant removes the end of a chain, such as `.limit(1)`, only this end is shown. The long beginning does not
  // help the reader.
  const same = was.startsWith(text) && /^\s*(\.|\?\?)/.test(was.slice(text.length)) ? text.length : 0;
  return {
    start,
    end,
    text,
    line,
    source,
    change: `${short(was.slice(same))} → ${short(text.slice(same)) || 'nothing'}`,
  };
}

export const apply = (code: string, { start, end, text }: Mutant): string =>
  code.slice(0, start) + text + code.slice(end);
