import { sql } from 'kysely';

/**
 * True if the community `ch` is public (readable without an account). A community with an announced deletion is not
 * public.
 */
export const isChannelOnWeb = sql`(ch.web_since is not null and ch.visibility = 'open' and ch.delete_at is null)`;
/**
 * True if the thread `p` is public. Its community must be public, which the caller checks. Its author must have made it
 * public, and it must be visible.
 */
export const isThreadOnWeb = sql`(p.web_since is not null and p.state = 'visible' and p.visibility = 'open')`;
/** True if the reviewer of the review `r` is a verified doctor now. Otherwise the review is not public. */
export const isReviewerVerified = sql`exists (select from practitioners w where w.user_id = r.user_id and w.verified_at is not null and w.profession = 'doctor')`;
/** True if the review `r` of a guide in the community `ch` may be public. */
export const isReviewOnWeb = sql`(${isChannelOnWeb} and ${isReviewerVerified})`;
