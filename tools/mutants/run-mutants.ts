import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserConfig } from 'vite';
import { createVitest, ForksPoolWorker, type PoolOptions, type TestModule, type Vitest } from 'vitest/node';
import config from '../../vitest.config.ts';
import { root } from '../run/project.ts';
import { apply, findMutants, type Mutant } from './find-mutants.ts';
import { copyOf, partsOf, switchCode, trialCode, UNCHANGED } from './trial.ts';

/**
 * A mutant that hangs its tests is reported as killed after this time, or after the duration of five normal runs if
 * that is longer.
 */
const PATIENCE_MS = 15_000;
const FIRST_PATIENCE_MS = 120_000;

export interface FileResult {
  readonly file: string;
  readonly total: number;
  readonly survivors: readonly Mutant[];
}

interface Project {
  readonly test: { readonly name: string; readonly setupFiles?: readonly string[] };
}

/**
 * Tests a file's mutants in one process. For each mutant, Vitest runs one more copy of the file's tests. Before a copy
 * runs, the mutated file and all its importers are loaded again; modules that they import stay loaded. A mutant that
 * hangs ends the process, and the next process continues with the mutants after it.
 */
export class Runner {
  #vitest: Vitest | undefined;
  #project = '';
  #worker: ForksPoolWorker | undefined;
  #path = '';
  #mutatedBefore = '';
  #codeOf: (mutant: number) => string = () => '';
  /** The mutant that is tested by the copy of the tests that was loaded last. */
  #current = UNCHANGED;
  readonly #failed = new Set<number>();
  readonly #finished = new Map<number, number>();
  #noteProgress: () => void = () => {};

  /** Runs a file's tests against each of its mutants. Each run stops at the first failure. */
  async measure(file: string, tests: readonly string[]): Promise<FileResult> {
    const code = readFileSync(join(root, file), 'utf8');
    const mutants = findMutants(file, code);
    this.#path = join(root, file);
    this.#codeOf = (index) => (index === UNCHANGED ? code : apply(code, mutants[index] as Mutant));
    this.#failed.clear();
    this.#finished.clear();
    const started = performance.now();
    await this.#try([UNCHANGED], tests, FIRST_PATIENCE_MS);
    if (this.#failed.has(UNCHANGED)) throw new Error(`${file}: its tests fail without a mutant`);
    const patience = Math.max(PATIENCE_MS, 5 * (performance.now() - started));
    let open = mutants.map((_, index) => index);
    while (open.length > 0) {
      // A data file has no exports to switch, so each of its mutants needs a separate process.
      await this.#try(file.endsWith('.json') ? open.slice(0, 1) : [...open, UNCHANGED], tests, patience);
      if (this.#failed.has(UNCHANGED)) throw new Error(`${file}: its tests fail after a mutant`);
      open = open.filter((index) => !this.#failed.has(index) && this.#finished.get(index) !== tests.length);
    }
    return { file, total: mutants.length, survivors: mutants.filter((_, index) => !this.#failed.has(index)) };
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
    this.#vitest = undefined;
  }

  /** Runs the tests once for each mutant, until a mutant exceeds the time limit. That mutant is reported as killed. */
  async #try(mutants: readonly number[], tests: readonly string[], patience: number): Promise<void> {
    const vitest = await this.#open(projectOf(tests));
    const [project] = vitest.projects;
    if (!project) throw new Error('vitest has no project');
    this.#current = mutants[0] ?? UNCHANGED;
    if (this.#mutatedBefore) vitest.invalidateFile(this.#mutatedBefore);
    vitest.invalidateFile(this.#path);
    this.#mutatedBefore = this.#path;
    for (const mutant of mutants) {
      vitest.invalidateFile(copyOf(this.#path, mutant));
      for (const test of tests) vitest.invalidateFile(copyOf(join(root, test), mutant));
    }
    project.provide('mutated', this.#path);
    const copies = mutants.flatMap((mutant) => tests.map((test) => copyOf(join(root, test), mutant)));
    for (const mutant of mutants) this.#finished.delete(mutant);
    let alarm: NodeJS.Timeout | undefined;
    this.#noteProgress = () => {
      clearTimeout(alarm);
      alarm = setTimeout(() => {
        this.#failed.add(this.#current);
        void this.#worker?.stop();
      }, patience);
    };
    this.#noteProgress();
    const { unhandledErrors } = await vitest.runTestSpecifications(
      copies.map((copy) => project.createSpecification(copy)),
    );
    clearTimeout(alarm);
    this.#noteProgress = () => {};
    // The mutant that was running caused an uncaught error, whether or not the error ended the process.
    if (unhandledErrors.length > 0) this.#failed.add(this.#current);
    vitest.state.clearErrors();
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
  }

  /**
   * Opens Vitest with only the given project of vitest.config.ts. The project `server` starts a database, which tests
   * of the other projects do not need.
   */
  async #open(name: string): Promise<Vitest> {
    if (this.#vitest && this.#project === name) return this.#vitest;
    await this.close();
    const { projects = [], ...shared } = config.test ?? {};
    const project = (projects as unknown as Project[]).find(({ test }) => test.name === name);
    const pool = {
      name: 'mutants',
      createPoolWorker: (options: PoolOptions) => (this.#worker = new ForksPoolWorker(options)),
    };
    const test = {
      ...shared,
      ...project?.test,
      setupFiles: [...(project?.test.setupFiles ?? []), 'tools/mutants/load-anew.ts'],
      pool,
      isolate: false,
      fileParallelism: false,
      maxWorkers: 1,
      watch: false,
      fsModuleCache: false,
      sequence: { sequencer: InGivenOrder },
    };
    const reporter = { onTestModuleEnd: (tested: TestModule) => this.#noteEnd(tested) };
    const overrides = { test, plugins: [this.#plugin()] } as unknown as UserConfig;
    this.#vitest = await createVitest({ root, config: false, reporters: [reporter], silent: true }, overrides);
    this.#project = name;
    return this.#vitest;
  }

  #switchCode(): string {
    return switchCode(this.#path, this.#codeOf(UNCHANGED));
  }

  #noteEnd(tested: TestModule): void {
    const { mutant } = partsOf(tested.moduleId) ?? { mutant: UNCHANGED };
    if (tested.ok()) this.#finished.set(mutant, (this.#finished.get(mutant) ?? 0) + 1);
    else if (tested.state() === 'failed') this.#failed.add(mutant);
    this.#noteProgress();
  }

  #plugin() {
    return {
      name: 'mutants',
      enforce: 'pre' as const,
      // Vite also passes paths that begin at the root of the project.
      resolveId: (id: string) => (partsOf(id) ? (id.startsWith(root) ? id : join(root, id)) : null),
      load: (id: string) => {
        const [path = ''] = id.split('?');
        if (path === this.#path) return path.endsWith('.json') ? this.#codeOf(this.#current) : this.#switchCode();
        const parts = partsOf(path);
        if (!parts) return null;
        if (!parts.isTest) return this.#codeOf(parts.mutant);
        this.#current = parts.mutant;
        return trialCode(readFileSync(parts.original, 'utf8'), this.#failed.has(parts.mutant));
      },
    };
  }
}

class InGivenOrder {
  readonly sort = <T>(given: T): T => given;
  readonly shard = <T>(given: T): T => given;
}

function projectOf([test = '']: readonly string[]): string {
  return test.startsWith('server/') ? 'server' : test.startsWith('engine/') ? 'engine' : 'unit';
}
