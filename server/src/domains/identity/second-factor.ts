import { sql } from 'kysely';
import { PROVIDER } from './professional/provider.ts';

/**
 * Returns the SQL condition that is true if a person in `users` has a second factor: an authenticator app, a passkey,
 * or a link to the OpenID provider. `users` is the table name or alias in the query. A transaction that acts for a
 * person cannot read passkeys, so it cannot use this condition.
 */
export const hasSecondFactor = (users: string) => sql<boolean>`(${sql.ref(`${users}.two_factor_enabled`)}
  or exists (select from passkeys p where p.user_id = ${sql.ref(`${users}.id`)})
  or exists (select from accounts a where a.user_id = ${sql.ref(`${users}.id`)} and a.provider_id = ${PROVIDER}))`;

/**
 * Returns the SQL condition that is true if a person in `users` needs a second factor, because they may see patients or
 * run the site.
 */
export const needsSecondFactor = (users: string) => sql<boolean>`(${sql.ref(`${users}.role`)} in ('desk', 'admin')
  or (${sql.ref(`${users}.role`)} = 'practitioner' and exists (
    select from practitioners d where d.user_id = ${sql.ref(`${users}.id`)} and d.verified_at is not null)))`;
