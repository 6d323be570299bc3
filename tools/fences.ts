import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readArrows } from './fences/arrows.ts';
import { forbiddenImport } from './fences/forbidden-import.ts';
import { openWords } from './fences/own-words.ts';
import { tooNewAttribute, tooNewMember } from './fences/too-new.ts';

// A plugin of oxlint, which `.oxlintrc.json` names. Editors and npm test run it. domains.json lists the allowed
// imports.

interface Source {
  readonly value: unknown;
}
interface ImportNode {
  readonly source: Source | null;
}
interface RuleContext {
  readonly filename: string;
  report(problem: { node: object; message: string }): void;
}

const arrows = readArrows(join(import.meta.dirname, 'domains.json'));

interface Named {
  readonly type: string;
  readonly name?: unknown;
}
interface MemberNode {
  readonly object: Named;
  readonly property: Named;
  readonly computed: boolean;
}

/** Checks every form in which one file can import another, including imports of types. */
function arrowsRule(context: RuleContext) {
  const root = projectOf(context.filename);
  const check = ({ source }: ImportNode): void => {
    if (typeof source?.value !== 'string') return;
    const message = forbiddenImport(arrows, root, context.filename, source.value);
    if (message) context.report({ node: source, message });
  };
  return {
    ImportDeclaration: check,
    ImportExpression: check,
    ExportNamedDeclaration: check,
    ExportAllDeclaration: check,
    TSImportType: check,
  };
}

/** Reports interfaces and attributes that the oldest supported browsers lack. */
function tooNewRule(context: RuleContext) {
  const report = (node: object, message: string | undefined) => message && context.report({ node, message });
  return {
    MemberExpression(node: MemberNode) {
      if (node.computed || typeof node.property.name !== 'string') return;
      const object = typeof node.object.name === 'string' ? node.object.name : undefined;
      report(node, tooNewMember(object, node.property.name));
    },
    JSXAttribute(node: { readonly name: Named }) {
      if (typeof node.name.name === 'string') report(node, tooNewAttribute(node.name.name));
    },
  };
}

/** Reports text written by people that a page shows without isolating its direction (`fences/own-words.ts`). */
function ownWordsRule(context: RuleContext) {
  return {
    JSXExpressionContainer(node: { readonly expression: unknown; readonly parent?: unknown }) {
      for (const words of openWords(node))
        context.report({
          node,
          message: `${words} is written by people: put it in <bdi>, or give its element dir="auto".`,
        });
    },
  };
}

/** Returns the nearest folder above a file that contains a package.json. */
function projectOf(file: string): string {
  for (let folder = dirname(file); folder !== dirname(folder); folder = dirname(folder)) {
    if (existsSync(join(folder, 'package.json'))) return folder;
  }
  return dirname(file);
}

export default {
  meta: { name: 'flaira' },
  rules: { arrows: { create: arrowsRule }, 'too-new': { create: tooNewRule }, 'own-words': { create: ownWordsRule } },
};
