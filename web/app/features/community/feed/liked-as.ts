interface Liked {
  is_liked: boolean;
  likes_count: number;
}

/** The service's count with one's own like as it was pressed last: the answer to the press before it comes while the next one is on its way. */
export const likedAs = (now: Liked, answer: Liked): Liked => ({
  is_liked: now.is_liked,
  likes_count: answer.likes_count + Number(now.is_liked) - Number(answer.is_liked),
});
