declare const __SITE_ORIGIN__: string;

/** The contract without its schemas; see `web/wire-contract.ts`. */
declare module 'virtual:wire-contract' {
  export const contract: import('#contract/index.ts').Contract;
}
