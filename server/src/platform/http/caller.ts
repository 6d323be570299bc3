import type { Access } from '#contract/access.ts';
import type { Language, ReadingLanguage, Role } from '#contract/base.ts';

/**
 * A caller who is not signed in. `language` is the language of the page that sent the request. If no page is known, it
 * comes from Accept-Language.
 */
export interface Visitor {
  readonly kind: 'visitor';
  readonly language: Language;
}

/** A caller with a valid sign-in session. */
export interface SignedIn {
  readonly kind: 'user';
  readonly userId: string;
  readonly role: Role;
  /**
   * True if this session passed a second factor, or if the account may skip it. Demo accounts outside production may
   * skip it.
   */
  readonly secondFactor: boolean;
  readonly sessionId: string;
  readonly language: ReadingLanguage;
}

/** The caller of a request. `Accounts.resolveCaller` determines the caller once, from the session cookie. */
export type Caller = Visitor | SignedIn;

/**
 * The type of the caller in a handler whose procedure declares this access. Only handlers that admit visitors can get a
 * visitor.
 */
export type CallerOf<A extends Access> = 'visitor' extends A ? Caller : SignedIn;
