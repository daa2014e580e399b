import { useEffect, useRef, useState } from 'react'

/**
 * True from `begin()` until so many ms have passed in which nobody called `begin` or `goOn`. A list holds its rows meanwhile:
 * `goOn` is for a pointer that moves over it.
 */
export function useQuietTime(ms: number) {
  const [isBusy, setBusy] = useState(false)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(timer.current), [])
  const begin = () => {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => setBusy(false), ms)
    setBusy(true)
  }
  return { isBusy, begin, goOn: () => (isBusy ? begin() : undefined) }
}
