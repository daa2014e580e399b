import { useEffect, useRef, useState } from 'react'

/** Rows within this distance of the window are drawn. */
const near = '1500px 0px'

/** Lists shorter than this are drawn whole, so that the search of the browser finds every row. */
export const wholeUpTo = 500

/**
 * A part of a long list that is drawn only near the window. `place`: the ref of its element. `far`: the height in px that
 * stands for its rows while they are far away, null while they are drawn. `rough`: the height it begins with; null for a part
 * that is drawn at once. A part that holds the focus stays drawn.
 */
export function useNearWindow<Part extends HTMLElement>(isLong: boolean, rough: number | null) {
  const place = useRef<Part>(null)
  const [height, setHeight] = useState(isLong ? rough : null)
  useEffect(() => {
    const part = place.current
    if (!isLong || !part) return
    const observer = new IntersectionObserver(
      (seen) => {
        const last = seen.at(-1)
        if (!last || (!last.isIntersecting && part.contains(document.activeElement))) return
        // At once: a part that waits for a calm moment comes late while a person scrolls.
        setHeight((now) => (last.isIntersecting ? null : (now ?? last.boundingClientRect.height)))
      },
      { rootMargin: near },
    )
    observer.observe(part)
    return () => observer.disconnect()
  }, [isLong])
  return { place, far: isLong ? height : null }
}

/** A list in parts of `size`, in its order. */
export const inParts = <Row>(rows: readonly Row[], size: number): (readonly Row[])[] =>
  Array.from({ length: Math.ceil(rows.length / size) }, (_, nth) => rows.slice(nth * size, (nth + 1) * size))
