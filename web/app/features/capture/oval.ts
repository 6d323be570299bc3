/**
 * The geometry of the guide in a drawing of 1200 × 900 units. The radii are 18 % and 27 % of the frame, as in the
 * product specification.
 */
export const guideBox = '0 0 1200 900';
const centre = { x: 600, y: 450 };
export const radius = { x: 216, y: 243 };
export const tickCount = 96;

/**
 * The area outside the oval. It is far wider and higher than the frame, because the visible area on a phone has other
 * proportions than the frame.
 */
export const veil = `M-2000-900h5200v2700H-2000zM${centre.x - radius.x} ${centre.y}a${radius.x} ${radius.y} 0 1 0 ${2 * radius.x} 0a${radius.x} ${radius.y} 0 1 0 ${-2 * radius.x} 0z`;

function at(turn: number, away: number): string {
  const angle = turn * 2 * Math.PI;
  const x = centre.x + (radius.x + away) * Math.sin(angle);
  const y = centre.y - (radius.y + away) * Math.cos(angle);
  return `${x.toFixed(1)} ${y.toFixed(1)}`;
}

const gap = 9;
/**
 * The ticks of the ring, clockwise from the top. A filled tick is longer, so that the ring can be read without its
 * colour.
 */
export const ticks = Array.from({ length: tickCount }, (_, index) => {
  const turn = index / tickCount;
  return { empty: `M${at(turn, gap)}L${at(turn, gap + 9)}`, filled: `M${at(turn, gap)}L${at(turn, gap + 15)}` };
});
