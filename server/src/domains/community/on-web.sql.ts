import { sql } from 'kysely';

/** True if the community `ch` is on the web. A community whose deletion is announced is not. */
export const isChannelOnWeb = sql`(ch.web_since is not null and ch.visibility = 'open' and ch.delete_at is null)`;
/**
 * True if the thread `p` of a community on the web is on the web, too. Its author must have opened it, and it must be
 * visible.
 */
export const isThreadOnWeb = sql`(p.web_since is not null and p.state = 'visible' and p.visibility = 'open')`;
/** True if the reviewer of the review `r` is a verified doctor now. Otherwise the review is not shown on the web. */
export const isReviewerVerified = sql`exists (select from practitioners w where w.user_id = r.user_id and w.verified_at is not null and w.profession = 'doctor')`;
/** True if the web may show the review `r` of a guide in the community `ch`. */
export const isReviewOnWeb = sql`(${isChannelOnWeb} and ${isReviewerVerified})`;
