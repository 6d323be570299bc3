/** An image in docs/tour.md, with the name of its place in `places.ts`. */
export interface Illustration {
  readonly name: string;
  readonly isPhone: boolean;
}

export const DESK = { width: 1280, height: 800 };
export const PHONE = { width: 390, height: 780 };

const desk = (name: string): Illustration => ({ name, isPhone: false });
const phone = (name: string): Illustration => ({ name, isPhone: true });

/** The images in the order of the document. */
export const illustrations: readonly Illustration[] = [
  desk('public/home'),
  phone('public/home'),
  desk('public/practitioner'),
  desk('intake/unlock'),
  phone('intake/questions'),
  desk('studio/queue'),
  desk('studio/workspace'),
  desk('patient/dashboard-received'),
  desk('patient/dashboard-published'),
  phone('patient/dashboard-published'),
  desk('account/membership'),
  desk('community/start'),
  phone('community/explore'),
  desk('admin/start'),
  desk('admin/inbox'),
  desk('admin/cases'),
  desk('admin/system'),
];

/** Returns the path of an illustration's image in the repository. */
export const pictureOf = ({ name, isPhone }: Illustration, language: string): string =>
  `docs/tour/${language}/${name.replace('/', '-')}${isPhone ? '-phone' : ''}.webp`;
