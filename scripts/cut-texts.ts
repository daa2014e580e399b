/**
 * Runs in a page. What its width cuts off, one sentence each: the page itself, and words of buttons, choices and tabs that
 * stand outside of what hides them. Three dots say that something is cut, so they are no finding.
 */
export function cutTexts(): string[] {
  const { scrollWidth, clientWidth } = document.documentElement
  const found = scrollWidth > clientWidth ? [`the page is ${scrollWidth - clientWidth} px wider than the window`] : []
  for (const words of document.querySelectorAll('button, label, [role=tab], a.mantine-Button-root')) {
    const own = words.querySelector('.mantine-Button-label') ?? words
    const range = document.createRange()
    range.selectNodeContents(own)
    const { left, right, width } = range.getBoundingClientRect()
    for (let place: Element | null = own; place && width > 1; place = place.parentElement) {
      const { overflowX, textOverflow } = getComputedStyle(place)
      // A place that scrolls shows the rest; one of a pixel is for screen readers.
      if (overflowX === 'auto' || overflowX === 'scroll' || textOverflow === 'ellipsis' || place.clientWidth < 2) break
      const shown = place.getBoundingClientRect()
      const isCut = overflowX !== 'visible' && (right > shown.right + 1 || left < shown.left - 1)
      if (isCut) found.push(`cut off: ${words.textContent.trim().slice(0, 80)}`)
      if (isCut) break
    }
  }
  return found
}
