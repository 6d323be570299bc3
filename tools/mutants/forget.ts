interface LoadedModule {
  readonly importers: ReadonlySet<string>;
  promise?: unknown;
  exports?: unknown;
  evaluated: boolean;
}

/** Modules that a worker of vitest has loaded. */
export interface LoadedModules {
  getModuleById(id: string): LoadedModule | undefined;
  getModulesByFile(file: string): ReadonlySet<LoadedModule> | undefined;
}

/**
 * Makes the next import load the file again, together with all files that import it. Modules that these files import
 * stay loaded.
 */
export function forget(loaded: LoadedModules, file: string): void {
  const affected = new Set(loaded.getModulesByFile(file) ?? []);
  // A loop over a set also visits elements that are added during the loop.
  for (const module of affected) {
    for (const id of module.importers) {
      const importer = loaded.getModuleById(id);
      if (importer) affected.add(importer);
    }
    module.promise = undefined;
    module.exports = undefined;
    module.evaluated = false;
  }
}
