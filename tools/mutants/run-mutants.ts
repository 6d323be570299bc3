import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { UserConfig } from 'vite';
import { createVitest, ForksPoolWorker, type PoolOptions, type Vitest } from 'vitest/node';
import config from '../../vitest.config.ts';
import { root } from '../run/project.ts';
import { apply, findMutants, type Mutant } from './find-mutants.ts';

/** A mutant that hangs its tests counts as killed after this, or after five times the undisturbed run. */
const PATIENCE_MS = 15_000;

export interface FileResult {
  readonly file: string;
  readonly total: number;
  readonly survivors: readonly Mutant[];
}

interface Project {
  readonly test: { readonly name: string };
}

/** One vitest that stays open: each run loads the mutated file and all who import it anew, in a process of its own. */
export class Runner {
  #vitest: Vitest | undefined;
  #project = '';
  #mutated: { file: string; code: string } | null = null;
  #worker: ForksPoolWorker | undefined;

  /** Every mutant of a file against its tests, until the first of them fails. */
  async measure(file: string, tests: readonly string[]): Promise<FileResult> {
    const path = join(root, file);
    const code = readFileSync(path, 'utf8');
    const started = performance.now();
    if (await this.#fails(path, null, tests, 120_000)) throw new Error(`${file}: its tests fail without a mutant`);
    const patience = Math.max(PATIENCE_MS, 5 * (performance.now() - started));
    const mutants = findMutants(file, code);
    const survivors: Mutant[] = [];
    for (const mutant of mutants) {
      if (!(await this.#fails(path, apply(code, mutant), tests, patience))) survivors.push(mutant);
    }
    return { file, total: mutants.length, survivors };
  }

  async close(): Promise<void> {
    await this.#vitest?.close();
    this.#vitest = undefined;
  }

  async #fails(file: string, code: string | null, tests: readonly string[], patience: number): Promise<boolean> {
    const vitest = await this.#open(projectOf(tests));
    if (this.#mutated) vitest.invalidateFile(this.#mutated.file);
    this.#mutated = code === null ? null : { file, code };
    vitest.invalidateFile(file);
    const specifications = await vitest.globTestSpecifications(tests.map((test) => join(root, test)));
    if (specifications.length !== tests.length)
      throw new Error(`not every one of these is a test: ${tests.join(', ')}`);
    let isLate = false;
    const alarm = setTimeout(() => {
      isLate = true;
      void this.#worker?.stop();
    }, patience);
    const { testModules, unhandledErrors } = await vitest.runTestSpecifications(specifications);
    clearTimeout(alarm);
    vitest.state.clearErrors();
    // `bail` counts every failure that is remembered, also those of the mutant before.
    vitest.state.filesMap.clear();
    vitest.state.idMap.clear();
    return isLate || unhandledErrors.length > 0 || testModules.some((tested) => !tested.ok());
  }

  /** A database is started for the tests of the server only. */
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
      pool,
      isolate: false,
      bail: 1,
      maxWorkers: 1,
      watch: false,
      fsModuleCache: false,
    };
    const overrides = { test, plugins: [this.#plugin()] } as UserConfig;
    this.#vitest = await createVitest({ root, config: false, reporters: [{}], silent: true }, overrides);
    this.#project = name;
    return this.#vitest;
  }

  #plugin() {
    return {
      name: 'mutants',
      enforce: 'pre' as const,
      load: (id: string) => {
        const [path] = id.split('?');
        return this.#mutated && path === this.#mutated.file ? this.#mutated.code : null;
      },
    };
  }
}

function projectOf([test = '']: readonly string[]): string {
  return test.startsWith('server/') ? 'server' : test.startsWith('engine/') ? 'engine' : 'unit';
}
