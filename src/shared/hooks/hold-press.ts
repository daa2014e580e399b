import type { PointerEvent } from 'react'

/** A press that moves further than this, in px, is taken back. */
const slip = 12

/**
 * An option that was pressed is chosen although its list moves before the button is let go: a search was answered, others
 * changed the list, or the list finds its place below its field. A press that leaves the option chooses nothing.
 */
export function holdPress({
  button,
  pointerType,
  pointerId,
  clientX,
  clientY,
  currentTarget: option,
}: PointerEvent<HTMLElement>) {
  // Touch captures the pointer automatically; only the mouse needs this.
  if (button !== 0 || pointerType !== 'mouse') return
  option.setPointerCapture(pointerId)
  const letGo = ({ clientX: x, clientY: y }: MouseEvent) => {
    if (Math.hypot(x - clientX, y - clientY) > slip) option.releasePointerCapture(pointerId)
  }
  option.addEventListener('pointermove', letGo)
  option.addEventListener('lostpointercapture', () => option.removeEventListener('pointermove', letGo), { once: true })
}
