interface Liked {
  is_liked: boolean;
  likes_count: number;
}

/**
 * Returns the number of likes that the service reported, corrected by the reader's latest press of the like button. The
 * correction is needed because the response to an earlier press may arrive while the next request is in progress.
 */
export const likedAs = (now: Liked, answer: Liked): Liked => ({
  is_liked: now.is_liked,
  likes_count: answer.likes_count + Number(now.is_liked) - Number(answer.is_liked),
});
