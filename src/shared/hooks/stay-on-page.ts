import { useEffect } from 'react'

/** While it is true, the browser asks before the page is closed or reloaded. */
export function useStayOnPage(isBusy: boolean): void {
  useEffect(() => {
    const stay = (event: BeforeUnloadEvent) => event.preventDefault()
    if (!isBusy) return
    window.addEventListener('beforeunload', stay)
    return () => window.removeEventListener('beforeunload', stay)
  }, [isBusy])
}
