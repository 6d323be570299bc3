import * as z from 'zod';
import { Id, Instant, TimeZone } from '../base.ts';
import { progressProcedure as p, progressRefusals } from './terms.ts';

/** A friend. Friends see only each other's name and overall score. */
export const Friend = z.object({
  connection_id: Id,
  /** Empty if the friend has not entered a name. */
  name: z.string(),
  /** A whole number from 0 to 100. Null while no doctor has signed a score. */
  score: z.number().int().nullable(),
  /** The friend's score minus the caller's, from −100 to 100. Null if one of the two scores is missing. */
  difference: z.number().int().nullable(),
});
export type Friend = z.infer<typeof Friend>;
export const FriendRequest = z.object({ connection_id: Id, name: z.string(), asked_at: Instant });
export const Friends = z.object({
  friends: z.array(Friend),
  /** Requests that the caller has not accepted yet, from people who opened the caller's link. */
  received: z.array(FriendRequest),
  /**
   * Requests that the caller sent by opening other people's links. The owners of these links have not accepted them
   * yet.
   */
  sent: z.array(FriendRequest),
});
export type Friends = z.infer<typeof Friends>;
export const InviteStates = ['open', 'own', 'asked', 'connected'] as const;

/**
 * Ways to share an invitation link. Each time a person shares the link, the service stores only the person, the way and
 * the time.
 */
export const ShareWays = ['mail', 'messenger', 'sms', 'native', 'copy'] as const;

const Connection = z.object({ connection_id: Id });
const Token = z.object({ token: z.string().regex(/^[\w-]{20,64}$/) });

export const friendProcedures = {
  noteShare: p('note_share', 'patient', 'Count that the caller shared an invitation')
    .input(z.object({ way: z.enum(ShareWays), idempotency_key: Id, time_zone: TimeZone.default('UTC') }))
    // Number of times that the caller shared the link in this calendar month. The dashboard shows the same number.
    .output(z.object({ shares_friends: z.number().int() })),
  listFriends: p('list_friends', 'patient', 'List the caller’s friends, and the requests in both directions').output(
    Friends,
  ),
  getMyInvite: p('get_my_invite', 'patient', 'Return the caller’s invitation link, and create it if necessary').output(
    z.object({ url: z.url(), expires_at: Instant }),
  ),
  renewMyInvite: p(
    'renew_my_invite',
    'patient',
    'Create a new invitation link. The previous link stops working',
  ).output(z.object({ url: z.url(), expires_at: Instant })),
  getInvite: p('get_invite', 'patient', 'Return who sent an invitation link')
    .input(Token)
    .output(z.object({ name: z.string(), state: z.enum(InviteStates) })),
  acceptInvite: p('accept_invite', 'patient', 'Agree to share name and overall score. The friend must agree too')
    .errors({
      ALREADY_CONNECTED: progressRefusals.ALREADY_CONNECTED,
      TOO_MANY_FRIENDS: progressRefusals.TOO_MANY_FRIENDS,
    })
    .input(Token)
    .output(z.object({ connection_id: Id, state: z.enum(InviteStates) })),
  confirmFriend: p('confirm_friend', 'patient', 'Agree to share with a person who opened the caller’s link')
    .errors({ TOO_MANY_FRIENDS: progressRefusals.TOO_MANY_FRIENDS })
    .input(Connection)
    .output(Friends),
  endFriendship: p(
    'end_friendship',
    'patient',
    'Stop sharing, decline a request or withdraw one. This applies at once to both',
  )
    .input(Connection)
    .output(Friends),
};
