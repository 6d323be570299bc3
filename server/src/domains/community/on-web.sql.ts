import { sql } from 'kysely';

/** True if the community `ch` is on the web. A community with an announced deletion is not on the web. */
export const isChannelOnWeb = sql`(ch.web_since is not null and ch.visibility = 'open' and ch.delete_at is null)`;
/**
 * True if the thread `p` is on the web. Its community must be on the web, which the caller checks. Its author must have
 * opened it, and it must be visible.
 */
export const isThreadOnWeb = sql`(p.web_since is not null and p.state = 'visible' and p.visibility = 'open')`;
/** True if the reviewer of the review `r` is a verified doctor now. Otherwise the review is not shown on the web. */
export const isReviewerVerified = sql`exists (select from practitioners w where w.user_id = r.user_id and w.verified_at is not null and w.profession = 'doctor')`;
/** True if the review `r` of a guide in the community `ch` may be shown on the web. */
export const isReviewOnWeb = sql`(${isChannelOnWeb} and ${isReviewerVerified})`;
