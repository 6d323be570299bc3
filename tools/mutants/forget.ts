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

/** The next import runs the file again, and all who import it. What the others import stays loaded. */
export function forget(loaded: LoadedModules, file: string): void {
  const affected = new Set(loaded.getModulesByFile(file) ?? []);
  // A set that grows while it is walked is walked to its new end.
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
