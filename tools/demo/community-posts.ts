import type { Writer } from './community-people.ts';

export interface DemoComment {
  readonly by: Writer;
  readonly text: string;
  readonly likes?: number;
  readonly replies?: readonly DemoComment[];
}

export interface DemoPost {
  readonly in: string;
  readonly by: Writer;
  readonly hoursAgo: number;
  readonly title: string;
  readonly body: string;
  readonly tags: readonly string[];
  readonly likes: number;
  readonly isPinned?: boolean;
  readonly asksPractitioner?: boolean;
  readonly comments?: readonly DemoComment[];
}

export const posts: readonly DemoPost[] = [
  {
    in: 'facecare',
    by: 'theo',
    hoursAgo: 160,
    title: 'Your morning routine in four lines, no brands please',
    body: '<p>Cleanser, serum, cream, SPF. Tell us what you <strong>removed</strong> and whether you miss it. The best answers go into the pinned guide.</p>',
    tags: ['Skincare', 'Routine'],
    likes: 5,
    isPinned: true,
    comments: [
      {
        by: 'sofia',
        text: 'Water, cream, SPF. I removed the toner and my cheeks calmed down within a week.',
        likes: 4,
        replies: [{ by: 'marion', text: 'The same here. I thought the tingling meant it worked.', likes: 2 }],
      },
      { by: 'jules', text: 'Cleanser at night only. In the morning, water is enough for me.', likes: 3 },
    ],
  },
  {
    in: 'clinics-and-journey',
    by: 'ana',
    hoursAgo: 120,
    title: 'Five questions I ask before I book a flight',
    body: '<p>I have been treated twice away from home. What I ask now, before anything else:</p><ol><li>Who sees me if something swells on the third day?</li><li>May I read the consent form before I travel?</li><li>Which language does the doctor explain in?</li><li>What happens when I want to do less on the day?</li><li>Where is the nearest emergency room?</li></ol>',
    tags: ['Choosing clinics', 'Travel'],
    likes: 4,
    comments: [
      { by: 'marion', text: 'Number four is the best one. The answer tells you everything about the place.', likes: 5 },
      {
        by: 'doctor',
        text: 'I would add: ask for the name of the product in your file, and keep it. Whoever treats you next will need it.',
        likes: 6,
        replies: [{ by: 'ana', text: 'Thank you. I have put it on the list.', likes: 1 }],
      },
    ],
  },
  {
    in: 'peau-sensible',
    by: 'nadia',
    hoursAgo: 96,
    title: 'Rougeurs au réveil : ce que j’ai arrêté, et ce que j’ai gardé',
    body: '<p>Pendant un mois, j’ai noté chaque matin l’état de mes joues sur une échelle de un à cinq. J’ai arrêté les gommages et l’eau trop chaude, gardé une crème simple et un écran solaire minéral.</p><blockquote>La peau n’aime pas les surprises.</blockquote><p>Semaine trois : deux matins sur sept sans rougeur. Ce n’est pas un miracle, c’est mieux.</p>',
    tags: ['Rougeurs', 'Routine'],
    likes: 5,
    comments: [
      {
        by: 'jules',
        text: 'Merci pour l’idée du carnet. Vous notez avant ou après la toilette ?',
        likes: 1,
        replies: [{ by: 'nadia', text: 'Avant, à la même fenêtre. Sinon je compare des lumières.', likes: 3 }],
      },
      {
        by: 'colleague',
        text: 'Très bonne méthode. Si les rougeurs durent toute la journée ou brûlent, montrez ce carnet à un médecin : il fait gagner du temps.',
        likes: 6,
      },
    ],
  },
  {
    in: 'apres-le-laser',
    by: 'jules',
    hoursAgo: 72,
    title: 'Soleil après le laser : combien de temps est-ce long ?',
    body: '<p>On m’a dit quatre semaines sans soleil direct. Je vis à Marseille et je marche pour aller travailler. Comment faites-vous ?</p>',
    tags: ['Sun after laser', 'Laser', 'Aftercare'],
    likes: 4,
    asksPractitioner: true,
    comments: [
      {
        by: 'nadia',
        text: 'Chapeau à large bord et trottoir à l’ombre, sans exception la première semaine. On s’y fait.',
        likes: 4,
      },
    ],
  },
  {
    in: 'skincarescience',
    by: 'sofia',
    hoursAgo: 60,
    title: 'Retinol and rosacea: is slow enough slow?',
    body: '<p>I read three reviews and they do not agree. Two of them exclude people with active redness, so they say nothing about me. Has somebody found one that does not?</p>',
    tags: ['Retinol', 'Redness'],
    likes: 3,
    comments: [
      {
        by: 'theo',
        text: 'Most exclude it, which is an answer of a kind: nobody has looked. I would not read it as a yes.',
        likes: 5,
      },
    ],
  },
  {
    in: 'clinics-and-journey',
    by: 'doctor',
    hoursAgo: 30,
    title: 'What I ask before I agree to fill a nasolabial fold',
    body: '<p>A fold is often a cheek question. I look at the side photo first, then at the smile, and quite often I write <em>no</em>.</p><h3>Three things I look for</h3><ul><li>Does the fold go when the cheek is lifted with a finger? Then it is not a fold to be filled.</li><li>Is it there at rest, or only when you laugh?</li><li>What would you miss if it were gone?</li></ul><p>None of this replaces an examination. It is what I would like you to know before you come.</p>',
    tags: ['Fillers', 'First consultation'],
    likes: 6,
    comments: [
      { by: 'marion', text: 'The finger test surprised me. Mine goes entirely.', likes: 3 },
      { by: 'sofia', text: 'Thank you for writing that no is an answer.', likes: 5 },
    ],
  },
  {
    in: 'the-quiet-room',
    by: 'marion',
    hoursAgo: 26,
    title: 'Six months of small decisions, and the one I would take back',
    body: '<p>A long post for a rainy Sunday. I wrote down each thing I changed, what I hoped for, and what I saw in the same mirror at the same hour.</p>',
    tags: ['Expectations'],
    likes: 3,
    comments: [{ by: 'nadia', text: 'Thank you for the part about the mirror at work.', likes: 2 }],
  },
  {
    in: 'elite-salon',
    by: 'colleague',
    hoursAgo: 20,
    title: 'Thursday evening: sleep, sun and what ages a face',
    body: '<p>Bring one question each. I will begin with the two things that are measured best, and they are free.</p>',
    tags: ['Longevity', 'Sleep'],
    likes: 2,
    comments: [{ by: 'ana', text: 'Mine: does a nap count?', likes: 2 }],
  },
  {
    in: 'injectables',
    by: 'marion',
    hoursAgo: 5,
    title: 'Three weeks after baby Botox: what moved, what did not',
    body: '<p>I kept a photo for each day in the same window light. Forehead settled on day nine. One brow stayed a little higher until the review.</p><table><tbody><tr><th>Day</th><th>What I saw</th></tr><tr><td>1–3</td><td>Nothing at all</td></tr><tr><td>4–8</td><td>Heavy in the evening</td></tr><tr><td>9–21</td><td>Calm; left brow higher</td></tr></tbody></table>',
    tags: ['Botox'],
    likes: 6,
    comments: [
      {
        by: 'ana',
        text: 'Did you wait for the review with the brow, or write before?',
        likes: 2,
        replies: [
          {
            by: 'marion',
            text: 'I wrote on day twelve and was told to wait until two weeks. It was right to wait.',
            likes: 4,
          },
        ],
      },
      { by: 'sofia', text: 'The same window light is the best advice in this whole place.', likes: 3 },
    ],
  },
  {
    in: 'skincarescience',
    by: 'colleague',
    hoursAgo: 2,
    title: 'Why redness looks worse in the week after a peel, and when to write to us',
    body: '<p>Some warmth and flaking is expected for five to seven days. It often peaks on day three, when most people look in the mirror under a bathroom light and worry.</p><table><tbody><tr><th>Day</th><th>Often seen</th><th>What helps</th></tr><tr><td>1–2</td><td>Warmth, tightness</td><td>Cool water, bland cream</td></tr><tr><td>3–5</td><td>Flaking, darker patches</td><td>Leave the flakes alone</td></tr><tr><td>6–7</td><td>Pink, even skin</td><td>SPF 50, no acids yet</td></tr></tbody></table><p><strong>Pain that grows, or skin that turns pale or grey, is a call, not a post.</strong></p>',
    tags: ['Peeling', 'Aftercare'],
    likes: 6,
    comments: [
      {
        by: 'marion',
        text: 'Day four here. The darker patches scared me, thank you for saying they are usual. Is a mineral sunscreen fine over flaking skin?',
        likes: 4,
        replies: [
          {
            by: 'colleague',
            text: 'Yes, as long as you pat it on. If it stings for more than a minute, rinse it off and stay in the shade that day.',
            likes: 6,
            replies: [{ by: 'marion', text: 'Thank you. Mine stings for a few seconds, then stops.', likes: 1 }],
          },
        ],
      },
      {
        by: 'theo',
        text: 'Pinned in the Aftercare guide. Please keep photos of other people out of this thread.',
        likes: 2,
      },
    ],
  },
];

export const guide = {
  title: 'The first week after a light peel',
  body: '<p>The skin feels warm and tight for one to three days. Flaking begins around day three and ends within a week.</p><h2>What helps</h2><ul><li>Wash with lukewarm water, twice a day at most.</li><li>A plain moisturiser, as often as the skin feels tight.</li><li>Shade and sunscreen every day, also when it is cloudy.</li></ul><h2>When to write to your doctor</h2><p>Pain that grows, blisters, pus or fever are no part of it. Write the same day.</p>',
} as const;
