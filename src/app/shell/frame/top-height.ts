const name = '--signwright-top'

/** Keeps the height of the bars over a screen in `--signwright-top`: what sticks there stands below them. A `ref`. */
export function keepTopHeight(bars: HTMLElement | null): (() => void) | undefined {
  if (!bars || typeof ResizeObserver === 'undefined') return undefined
  const { style } = document.documentElement
  const sized = new ResizeObserver(() => style.setProperty(name, `${bars.offsetHeight}px`))
  sized.observe(bars)
  return () => {
    sized.disconnect()
    style.removeProperty(name)
  }
}
