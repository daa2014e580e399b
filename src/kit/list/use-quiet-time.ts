import { useEffect, useRef, useState } from 'react'

/**
 * True from `begin()` until so many ms have passed without a call of `begin` or `goOn`. A list holds its rows during
 * that time. `goOn`: for a pointer moving over the list.
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
