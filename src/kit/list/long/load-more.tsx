import { Button, type ButtonProps } from '@mantine/core'
import { useEffect, useEffectEvent, useRef } from 'react'

type LoadMoreProps = Pick<ButtonProps, 'size' | 'variant'> & {
  isLoading: boolean
  /** The last page could not be read: it is asked for again at a press only. */
  hasFailed: boolean
  onLoad: () => void
  /** One of several columns side by side: its page comes also while its end is above the window, beside longer ones. */
  isColumn?: boolean
}

/** The next page of a list: it comes by itself when the end is near, or at a press. */
export function LoadMore({ isLoading, hasFailed, onLoad, isColumn = false, ...look }: LoadMoreProps) {
  const button = useRef<HTMLButtonElement>(null)
  const load = useEffectEvent(() => (isLoading ? undefined : onLoad()))
  useEffect(() => {
    if (isLoading || hasFailed || !button.current || typeof IntersectionObserver === 'undefined') return
    const observer = new IntersectionObserver((seen) => (seen.at(-1)?.isIntersecting ? load() : undefined), {
      rootMargin: isColumn ? '10000000px 0px 600px' : '600px 0px',
    })
    observer.observe(button.current)
    return () => observer.disconnect()
  }, [isLoading, hasFailed, isColumn])
  return (
    <Button ref={button} variant="default" {...look} loading={isLoading} onClick={onLoad}>
      Show more
    </Button>
  )
}
