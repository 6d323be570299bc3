import { sql } from 'kysely';

/** Whether the community `ch` is on the web. Communities that are about to be deleted leave it at once. */
export const isChannelOnWeb = sql`(ch.web_since is not null and ch.visibility = 'open' and ch.delete_at is null)`;
/** Whether the thread `p` of such a community is on the web. Its author opened it, and no moderator hid it. */
export const isThreadOnWeb = sql`(p.web_since is not null and p.state = 'visible' and p.visibility = 'open')`;
/** Whether the review `r` may be shown on the web: its registration is verified now. */
export const isReviewerVerified = sql`exists (select from practitioners w where w.user_id = r.user_id and w.verified_at is not null and w.profession = 'doctor')`;
/** Whether the review `r` of a guide may be shown with its community `ch`. */
export const isReviewOnWeb = sql`(${isChannelOnWeb} and ${isReviewerVerified})`;
