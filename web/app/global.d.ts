declare const __SITE_ORIGIN__: string;

interface Window {
  /**
   * The state that React Router's first script writes into the document. If `isSpaMode` is true, the document contains
   * nothing of the page yet.
   */
  __reactRouterContext?: { isSpaMode: boolean };
}

/** The contract without its schemas. `web/wire-contract.ts` creates this module. */
declare module 'virtual:wire-contract' {
  export const contract: import('#contract/index.ts').Contract;
}
