/** How many elements above the one under the pointer may be the one that cuts its text: a badge or a link in a cell. */
const depth = 4

/**
 * Tells a mouse the whole of a text that ends in dots: the element that cuts it has its text as `title` while it is cut. A `title` of its own
 * stays. Returns how to stop.
 */
export function tellWholeTexts(): () => void {
  const tell = ({ target, pointerType }: PointerEvent) => {
    if (pointerType !== 'touch' && target instanceof HTMLElement) tellWhole(target)
  }
  document.addEventListener('pointerover', tell, { passive: true })
  return () => document.removeEventListener('pointerover', tell)
}

function tellWhole(from: HTMLElement) {
  let place: HTMLElement | null = from
  for (let above = 0; place && above < depth; above++, place = place.parentElement) {
    const isTold = place.dataset.whole !== undefined
    if (place.title && !isTold) return
    if (cuts(place)) {
      place.dataset.whole = ''
      place.title = place.textContent.trim()
      return
    }
    if (isTold) {
      delete place.dataset.whole
      place.removeAttribute('title')
    }
  }
}

/** Half a pixel is the browser's rounding. */
const cuts = (place: HTMLElement): boolean => {
  const { textOverflow, webkitLineClamp } = getComputedStyle(place)
  if (textOverflow === 'ellipsis' && place.scrollWidth > place.clientWidth + 1 && !('value' in place)) return true
  return Number(webkitLineClamp) > 0 && place.scrollHeight > place.clientHeight + 1
}
