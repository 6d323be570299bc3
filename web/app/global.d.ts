declare const __SITE_ORIGIN__: string;

interface Window {
  /** What React Router's first script says of the document: in SPA mode nothing of the page is drawn yet. */
  __reactRouterContext?: { isSpaMode: boolean };
}

/** The contract without its schemas; see `web/wire-contract.ts`. */
declare module 'virtual:wire-contract' {
  export const contract: import('#contract/index.ts').Contract;
}
