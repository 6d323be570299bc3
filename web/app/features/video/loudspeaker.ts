/** Some browsers play on one loudspeaker only. */
export const canChooseLoudspeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

/**
 * Lets an element play on a loudspeaker; the empty id is the one that the browser uses.
 *
 * @throws when there is no such loudspeaker, or the person does not allow it
 */
export async function playOn(element: HTMLMediaElement, id: string): Promise<void> {
  if (!canChooseLoudspeaker() || element.sinkId === id) return;
  await element.setSinkId(id);
}
