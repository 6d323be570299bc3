/** The numbers of the questions in the translations, by subject. */
export const faqGroups = {
  start: [1, 4, 7, 8, 9, 6],
  doctors: [2, 10, 11, 12],
  plans: [3, 13, 14],
  privacy: [5, 15, 16],
} as const;

export type FaqGroup = keyof typeof faqGroups;
export const faqNumbers = Object.values(faqGroups).flat();
