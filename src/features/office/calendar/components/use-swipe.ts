import { type TouchEvent, useRef } from 'react'

/** A quick stroke of one finger to the left (1) or to the right (-1), as phones turn pages. */
export function useSwipe(onStep: (step: 1 | -1) => void, isOff: boolean) {
  const from = useRef<{ x: number; y: number; at: number } | null>(null)
  return {
    onTouchStart: ({ touches, timeStamp }: TouchEvent) => {
      const touch = touches.item(0)
      from.current = touch && touches.length === 1 ? { x: touch.clientX, y: touch.clientY, at: timeStamp } : null
    },
    onTouchEnd: ({ changedTouches, timeStamp }: TouchEvent) => {
      const touch = changedTouches.item(0)
      const start = from.current
      from.current = null
      if (isOff || !start || !touch || timeStamp - start.at > 500) return
      const [x, y] = [touch.clientX - start.x, touch.clientY - start.y]
      if (Math.abs(x) > 60 && Math.abs(y) < 40) onStep(x < 0 ? 1 : -1)
    },
  }
}
