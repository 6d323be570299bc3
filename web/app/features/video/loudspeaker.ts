/** Whether the person can choose a loudspeaker. Some browsers can use only one. */
export const canChooseLoudspeaker = (): boolean => 'setSinkId' in HTMLMediaElement.prototype;

/**
 * Makes an element play on a loudspeaker. An empty id means the browser's default.
 *
 * @throws if there is no loudspeaker with this id, or the person does not allow it
 */
export async function playOn(element: HTMLMediaElement, id: string): Promise<void> {
  if (!canChooseLoudspeaker() || element.sinkId === id) return;
  await element.setSinkId(id);
}
