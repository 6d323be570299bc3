import { type Box, fit, limit, panBy, pinched, type Place, type Size, type View, wholePhoto, zoomAt } from './view.ts';

const WHEEL_SPEED = 0.0016;
/** A press within this distance of the divider grabs the divider. The distance is in screen pixels. */
const GRAB_PX = 18;

/**
 * Controls the zoom, the position and the divider of the stage. It does not use React, but sets CSS custom properties
 * on the frame.
 */
export class StageController {
  #frame: HTMLElement;
  #onZoom: (percent: number, isFit: boolean) => void;
  #photo: Size = { width: 1, height: 1 };
  #face: Box = wholePhoto(this.#photo);
  #view: View = { x: 0, y: 0, scale: 1 };
  #isFit = true;
  #cut = 50;
  /** The pointers (fingers, or the mouse) that are pressed on the photo. */
  #fingers = new Map<number, Place>();
  #isOnDivider = false;
  #stop = new AbortController();
  #resizes: ResizeObserver;

  constructor(frame: HTMLElement, onZoom: (percent: number, isFit: boolean) => void) {
    this.#frame = frame;
    this.#onZoom = onZoom;
    const { signal } = this.#stop;
    frame.addEventListener('wheel', (event) => this.#onWheel(event), { signal, passive: false });
    frame.addEventListener('pointerdown', (event) => this.#onPointerDown(event), { signal });
    frame.addEventListener('pointermove', (event) => this.#onPointerMove(event), { signal });
    for (const end of ['pointerup', 'pointercancel', 'lostpointercapture'] as const)
      frame.addEventListener(end, ({ pointerId }) => void this.#fingers.delete(pointerId), { signal });
    this.#resizes = new ResizeObserver(() => (this.#isFit ? this.fit() : this.#show(this.#view)));
    this.#resizes.observe(frame);
  }

  setPhoto(photo: Size, face: Box) {
    this.#photo = photo;
    this.#face = face;
    this.#frame.style.setProperty('--photo-width', `${photo.width}px`);
    this.#frame.style.setProperty('--photo-height', `${photo.height}px`);
    this.fit();
  }

  fit() {
    this.#isFit = true;
    this.#show(fit(this.#face, this.#pane()));
  }

  /** Zooms so that one pixel of the photo covers one pixel of the screen. */
  actualSize() {
    this.#isFit = false;
    this.#show({ ...this.#view, scale: 1 / window.devicePixelRatio });
  }

  zoom(factor: number, at = { x: 0, y: 0 }) {
    this.#isFit = false;
    this.#show(zoomAt(this.#view, factor, at));
  }

  /** Moves the photo in the same way as a drag. The distances are shares of the stage's size. */
  pan(right: number, down: number) {
    const { width, height } = this.#pane();
    this.#isFit = false;
    this.#show(panBy(this.#view, right * width, down * height));
  }

  /** Moves the divider of the split view. The position is in percent of the frame. */
  setCut(percent: number) {
    this.#cut = Math.min(100, Math.max(0, percent));
    this.#frame.style.setProperty('--cut', String(this.#cut));
    const slider = this.#frame.querySelector<HTMLInputElement>('input[type="range"]');
    if (slider) slider.value = String(this.#cut);
  }

  stop() {
    this.#stop.abort();
    this.#resizes.disconnect();
  }

  #pane(): Size {
    const pane = this.#frame.querySelector('[data-pane="simulation"]') ?? this.#frame;
    const { width, height } = pane.getBoundingClientRect();
    return { width: Math.max(1, width), height: Math.max(1, height) };
  }

  #show(view: View) {
    this.#view = limit(view, this.#photo, this.#pane());
    const { x, y, scale } = this.#view;
    this.#frame.style.setProperty('--x', String(x));
    this.#frame.style.setProperty('--y', String(y));
    this.#frame.style.setProperty('--scale', String(scale));
    this.#onZoom(Math.round(scale * window.devicePixelRatio * 100), this.#isFit);
  }

  #onWheel(event: WheelEvent) {
    event.preventDefault();
    const pane = (event.target as HTMLElement).closest('[data-pane]') ?? this.#frame;
    const { left, top, width, height } = pane.getBoundingClientRect();
    this.zoom(Math.exp(-event.deltaY * WHEEL_SPEED), {
      x: event.clientX - left - width / 2,
      y: event.clientY - top - height / 2,
    });
  }

  #onPointerDown(event: PointerEvent) {
    if (event.button !== 0 || (event.target as Element).closest('input, button, a, [data-tool-layer]')) return;
    this.grab(event);
  }

  /** Starts a drag of the photo, or of the divider if the pointer is near it. A second finger starts a pinch. */
  grab(event: PointerEvent) {
    const { left, width } = this.#frame.getBoundingClientRect();
    const isSplit = this.#frame.dataset.mode === 'split';
    const isNear = isSplit && Math.abs(event.clientX - left - (this.#cut / 100) * width) < GRAB_PX;
    this.#isOnDivider = isNear && this.#fingers.size === 0;
    this.#fingers.set(event.pointerId, this.#placeOf(event));
    this.#frame.setPointerCapture(event.pointerId);
  }

  #onPointerMove(event: PointerEvent) {
    const before = this.#fingers.get(event.pointerId);
    if (!before) return;
    const now = this.#placeOf(event);
    this.#fingers.set(event.pointerId, now);
    const [other] = [...this.#fingers].flatMap(([id, place]) => (id === event.pointerId ? [] : [place]));
    if (this.#isOnDivider && !other) {
      const { left, width } = this.#frame.getBoundingClientRect();
      return this.setCut(((event.clientX - left) / width) * 100);
    }
    this.#isFit = false;
    const moved = panBy(this.#view, now.x - before.x, now.y - before.y);
    this.#show(other ? pinched(this.#view, [before, other], [now, other]) : moved);
  }

  /** Returns the position of the pointer relative to the middle of the pane, where the view has its origin. */
  #placeOf({ clientX, clientY }: PointerEvent): Place {
    const pane = this.#frame.querySelector('[data-pane="simulation"]') ?? this.#frame;
    const { left, top, width, height } = pane.getBoundingClientRect();
    return { x: clientX - left - width / 2, y: clientY - top - height / 2 };
  }
}
