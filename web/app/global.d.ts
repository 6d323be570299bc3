declare const __SITE_ORIGIN__: string;

interface Window {
  /** The state of the document in React Router's first script. In SPA mode the document holds nothing of the page yet. */
  __reactRouterContext?: { isSpaMode: boolean };
}

/** The contract without its schemas; see `web/wire-contract.ts`. */
declare module 'virtual:wire-contract' {
  export const contract: import('#contract/index.ts').Contract;
}
