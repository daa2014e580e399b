import { useEffect, useState } from 'react'
import type { TimedCall } from './calls'

/** This tab's calls to its servers since it was opened, newest last. */
export function useCalls(): readonly TimedCall[] {
  const [calls, setCalls] = useState<readonly TimedCall[]>([])
  useEffect(() => {
    const observer = new PerformanceObserver((list) => {
      const heard = list.getEntries().flatMap((entry) => timedCall(entry) ?? [])
      if (heard.length > 0) setCalls((known) => [...known, ...heard].slice(-5000))
    })
    observer.observe({ type: 'resource', buffered: true })
    return () => observer.disconnect()
  }, [])
  return calls
}

function timedCall(entry: PerformanceEntry): TimedCall | null {
  if (!(entry instanceof PerformanceResourceTiming) || entry.initiatorType !== 'fetch') return null
  return { url: entry.name, ms: entry.duration, status: entry.responseStatus, bytes: entry.transferSize }
}
