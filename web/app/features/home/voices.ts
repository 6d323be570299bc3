/** Ten testimonials; their words are in the catalogue and stay marked as samples until real ones are confirmed. */
export const voices = [1, 2, 3, 4, 5, 6, 7, 8, 9, 10] as const;
