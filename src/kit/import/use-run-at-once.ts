import { useEffect, useRef } from 'react'
import { useStayOnPage } from '@/shared/hooks/stay-on-page'

/** Begins to send the rows as its step is shown, and asks before the page is left meanwhile. */
export function useRunAtOnce({ mutate, isPending }: { mutate: () => void; isPending: boolean }): void {
  const begun = useRef(false)
  useEffect(() => {
    // Once, also where effects run twice.
    if (!begun.current) mutate()
    begun.current = true
  }, [mutate])
  useStayOnPage(isPending)
}
