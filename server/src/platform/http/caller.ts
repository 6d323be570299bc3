import type { Access } from '#contract/access.ts';
import type { Language, ReadingLanguage, Role } from '#contract/base.ts';

/** A caller who is not signed in. `language` is that of the page that sent the request, else of Accept-Language. */
export interface Visitor {
  readonly kind: 'visitor';
  readonly language: Language;
}

/** A caller with a valid session. */
export interface SignedIn {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: Role;
  /** True if this session passed a second factor, or the account may skip it: demo accounts outside production. */
  readonly secondFactor: boolean;
  readonly sessionId: string;
  readonly language: ReadingLanguage;
}

/** The caller of a request. `Accounts.resolveCaller` finds it once from the session cookie. */
export type Caller = Visitor | SignedIn;

/** The callers that a handler can see under a declaration. Only handlers for visitors see visitors. */
export type CallerOf<A extends Access> = 'visitor' extends A ? Caller : SignedIn;
