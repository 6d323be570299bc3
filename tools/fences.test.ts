import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { readArrows } from './fences/arrows.ts';
import { forbiddenImport } from './fences/forbidden-import.ts';
import { tooNewInScripts, tooNewInStyles } from './fences/too-new.ts';

const root = join(import.meta.dirname, '..');
const arrows = readArrows(join(import.meta.dirname, 'domains.json'));
const wrong = (from: string, specifier: string) => forbiddenImport(arrows, '/x', `/x/${from}`, specifier);

/** Each example is a file and an import that `domains.json` does not allow. */
const broken: readonly (readonly [string, string])[] = [
  ['contract/src/a.ts', '#engine/model.ts'],
  ['contract/src/a.ts', '../../server/src/main.ts'],
  ['engine/src/a.ts', '#contract/intake.ts'],
  ['engine/src/a.test.ts', '#server/platform/clock.ts'],
  ['server/src/platform/http/a.ts', '#web/lib/api.ts'],
  ['server/src/a.ts', '../../web/app/paths.ts'],
  ['server/src/a.ts', '#tools/seed.ts'],
  ['web/app/lib/a.ts', '#server/platform/refusal.ts'],
  ['web/app/features/studio/a.tsx', '../../../../server/src/platform/clock.ts'],
  ['web/app/features/studio/a.tsx', '../../../../e2e/support/faces.ts'],
  ['server/src/platform/db/a.ts', '#server/domains/identity/index.ts'],
  ['server/src/platform/db/a.ts', '../../domains/identity/index.ts'],
  ['server/src/platform/db/a.ts', '../../main.ts'],
  ['server/src/domains/identity/a.ts', '#server/domains/intake/index.ts'],
  ['server/src/domains/intake/a.ts', '#server/domains/identity/users.queries.ts'],
  ['server/src/domains/intake/a.ts', '../identity/users.queries.ts'],
  ['server/src/domains/intake/sub/a.ts', './../../identity/users.queries.ts'],
  ['server/src/domains/intake/a.ts', '../../main.ts'],
  ['server/src/domains/intake/a.ts', '../../../test/world.ts'],
  ['server/src/domains/unknown/a.ts', '#server/domains/identity/index.ts'],
  ['web/app/ui/a.tsx', '#web/features/studio/plan.tsx'],
  ['web/app/ui/a.tsx', '../routes/home.tsx'],
  ['web/app/lib/a.ts', '../features/studio/plan.tsx'],
  ['web/app/features/studio/a.tsx', '#web/routes/home.tsx'],
  ['web/app/features/studio/a.tsx', '../capture/camera.ts'],
  ['web/app/features/studio/plan/a.tsx', '../../capture/camera.ts'],
];

const kept: readonly (readonly [string, string])[] = [
  ['server/src/domains/intake/b.ts', '#server/domains/identity/index.ts'],
  ['server/src/domains/intake/b.ts', './sub/other.ts'],
  ['server/src/domains/intake/sub/b.ts', '../intake.ts'],
  ['server/src/domains/intake/b.ts', '../../platform/refusal.ts'],
  ['server/src/domains/intake/b.ts', '#contract/intake.ts'],
  ['server/src/domains/intake/b.ts', '#engine/quality/blur.ts'],
  ['server/src/domains/intake/b.test.ts', '../../../test/world.ts'],
  ['server/src/platform/db/b.ts', '../clock.ts'],
  ['server/src/b.ts', '#server/domains/intake/index.ts'],
  ['server/test/b.ts', '#server/domains/intake/leads.queries.ts'],
  ['web/app/routes/b.tsx', '#web/features/studio/plan.tsx'],
  ['web/app/routes/b.tsx', './+types/b'],
  ['web/app/features/studio/plan/b.tsx', '../queue/queue.ts'],
  ['web/app/features/studio/b.tsx', '../../ui/button.tsx'],
  ['web/app/features/studio/b.tsx', '#web/paths.ts'],
  ['web/app/ui/b.tsx', '../lib/format.ts'],
  ['web/app/lib/b.ts', '#engine/index.ts'],
  ['web/app/lib/b.ts', '#messages/en/site.json'],
  ['engine/src/b.ts', 'vitest'],
  ['engine/src/b.test.ts', '#tools/setup/chromium.mjs'],
  ['tools/b.ts', '#server/domains/intake/index.ts'],
];

test.each(broken)('the rules forbid that %s imports %s', (from, specifier) => {
  expect(wrong(from, specifier)).toEqual(expect.any(String));
});

test.each(kept)('the rules allow that %s imports %s', (from, specifier) => {
  expect(wrong(from, specifier)).toBeUndefined();
});

let scratch: string;
beforeAll(() => {
  scratch = mkdtempSync(join(tmpdir(), 'flaira-fences-'));
  write('package.json', '{}');
  write(
    '.oxlintrc.json',
    JSON.stringify({
      jsPlugins: [join(root, 'tools/fences.ts')],
      categories: { correctness: 'off' },
      rules: { 'flaira/arrows': 'error', 'flaira/too-new': 'error', 'flaira/own-words': 'error' },
    }),
  );
});
afterAll(() => rmSync(scratch, { recursive: true, force: true }));

test('oxlint reports every forbidden import, in every form of an import', () => {
  const forms = [
    (specifier: string) => `import { a } from '${specifier}';`,
    (specifier: string) => `import type { A } from '${specifier}';`,
    (specifier: string) => `export * from '${specifier}';`,
    (specifier: string) => `export { a } from '${specifier}';`,
    (specifier: string) => `export const a = import('${specifier}');`,
    (specifier: string) => `export type A = import('${specifier}').A;`,
  ];
  for (const [index, [from, specifier]] of broken.entries()) {
    write(from.replace(/a((?:\.test)?\.tsx?)$/, `a${index}$1`), forms.map((form) => form(specifier)).join('\n'));
  }
  expect(lint('arrows')).toHaveLength(broken.length * forms.length);
});

test('oxlint reports nothing in a project without forbidden imports', () => {
  for (const area of ['contract', 'engine', 'server', 'web'])
    rmSync(join(scratch, area), { recursive: true, force: true });
  for (const [index, [from, specifier]] of kept.entries()) {
    write(from.replace(/b((?:\.test)?\.tsx?)$/, `b${index}$1`), `import '${specifier}';`);
  }
  expect(lint('arrows')).toEqual([]);
});

/** Each example names an interface that Safari 16.4 does not have. */
const tooNew = [
  'export const a = URL.parse("https://flaira.example");',
  'export const a = AbortSignal.any([]);',
  'export const a = Promise.withResolvers();',
  'export const a = (element: Element) => element.checkVisibility();',
  'export const a = () => window.requestIdleCallback(() => {});',
  'export const a = <div popover="auto" />;',
  'export const a = <button popoverTarget="b" />;',
];
/** These interfaces and attributes may look new, but Safari 16.4 has them. */
const oldEnough = [
  'export const a = new URL("https://flaira.example");',
  'export const a = JSON.parse("{}");',
  'export const a = Promise.any([]);',
  'export const a = (list: number[]) => list.toSorted();',
  'export const a = <button aria-haspopup="dialog" />;',
];

test('oxlint reports every browser interface that the oldest supported browsers lack, and no others', () => {
  for (const [index, text] of tooNew.entries()) write(`web/app/new/a${index}.tsx`, text);
  for (const [index, text] of oldEnough.entries()) write(`web/app/old/a${index}.tsx`, text);
  const found = lint('too-new').map(({ filename }) => filename.replace(/.*app\//, ''));
  expect(found.toSorted()).toEqual(tooNew.map((_, index) => `new/a${index}.tsx`));
});

/**
 * Each example shows a user's text without isolation. The browser would lay out the text in the direction of the page.
 * Hebrew text on an English page, for example, would have its punctuation at the wrong end.
 */
const open = [
  'export const a = <p>{message.body}</p>;',
  'export const a = <b>{person?.display_name}</b>;',
  'export const a = <b>{shared.practitioner_name ?? t("doctor")}</b>;',
  'export const a = <p>{request.note && <i>{request.note}</i>}</p>;',
  'export const a = <h2>{`${user.first_name}, 45`}</h2>;',
  'export const a = <p dir="auto"><b>{user.first_name}</b></p>;',
];
/** These texts are isolated, written by us, or not shown on the page. */
const isolated = [
  'export const a = <p dir="auto">{message.body}</p>;',
  'export const a = <b><bdi>{person?.display_name}</bdi></b>;',
  'export const a = <title>{post.title}</title>;',
  'export const a = <h3>{step.title}</h3>;',
  'export const a = <p>{t("by", { name: person.display_name })}</p>;',
  'export const a = <img alt={person.display_name} />;',
  'export const a = <p>{person.display_name ? <Known /> : t("nobody")}</p>;',
];

test('oxlint reports a user’s text that is shown without isolating its direction, and nothing else', () => {
  for (const [index, text] of open.entries()) write(`web/app/open/a${index}.tsx`, text);
  for (const [index, text] of isolated.entries()) write(`web/app/isolated/a${index}.tsx`, text);
  const found = lint('own-words').map(({ filename }) => filename.replace(/.*app\//, ''));
  expect([...new Set(found)].toSorted()).toEqual(open.map((_, index) => `open/a${index}.tsx`));
});

test('the search for interfaces that old browsers lack covers built scripts and styles, with their libraries', () => {
  expect(tooNewInScripts(['let a=URL.parse(b)', 'c.toSorted()', '"checkVisibility"in d&&d.checkVisibility()'])).toEqual(
    ['URL.parse stands 1 times in the built scripts, 0 of them looked at.'],
  );
  expect(tooNewInScripts(['d.checkVisibility();d.checkVisibility();d.checkVisibility()'])).toHaveLength(1);
  expect(tooNewInStyles(['.a:hover,.b:has(+:popover-open){color:red}', '.c:focus-visible{color:red}'])).toEqual([
    ':popover-open stands in the built styles.',
  ]);
});

function write(path: string, text: string): void {
  mkdirSync(dirname(join(scratch, path)), { recursive: true });
  writeFileSync(join(scratch, path), text);
}

function lint(rule: 'arrows' | 'too-new' | 'own-words'): { filename: string }[] {
  const { stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/oxlint/bin/oxlint'), '-f', 'json'], {
    cwd: scratch,
    encoding: 'utf8',
  });
  if (!stdout.startsWith('{')) throw new Error(stdout + stderr);
  const { diagnostics } = JSON.parse(stdout) as { diagnostics: { code: string; filename: string }[] };
  return diagnostics.filter((diagnostic) => diagnostic.code === `flaira(${rule})`);
}
