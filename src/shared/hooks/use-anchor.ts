import { useEffect } from 'react'
import { useLocation } from 'react-router-dom'

/** For how many ms arriving content may push the target away before the page stops scrolling back to it. */
const settles = 2000

/**
 * Scrolls to and focuses the element after `#` in the address when it exists. While content above it still loads and
 * pushes it away, it scrolls again, until the page has settled or the person acts.
 */
export function useAnchor(isReady: boolean): void {
  const { hash } = useLocation()
  useEffect(() => {
    const element = isReady && hash.length > 1 ? document.getElementById(decodeURIComponent(hash.slice(1))) : null
    if (!element) return
    const show = () => element.scrollIntoView?.({ block: element.tagName === 'INPUT' ? 'center' : 'start' })
    show()
    element.focus({ preventScroll: true })
    const grows = new ResizeObserver(show)
    grows.observe(document.body)
    const stop = () => grows.disconnect()
    const timer = setTimeout(stop, settles)
    const acts = ['wheel', 'touchstart', 'pointerdown', 'keydown'] as const
    for (const act of acts) addEventListener(act, stop, { once: true, passive: true })
    return () => {
      stop()
      clearTimeout(timer)
      for (const act of acts) removeEventListener(act, stop)
    }
  }, [isReady, hash])
}
