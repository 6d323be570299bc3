/** Whether the browser lets the person choose a loudspeaker. Some browsers can use only one. */
export const canChooseLoudspeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

/**
 * Plays the sound of an element on a loudspeaker. An empty id means the browser's default.
 *
 * @throws if there is no loudspeaker with this id, or if the person does not allow its use
 */
export async function playOn(element: HTMLMediaElement, id: string): Promise<void> {
  if (!canChooseLoudspeaker() || element.sinkId === id) return;
  await element.setSinkId(id);
}
