import { useEffect, useEffectEvent, useRef } from 'react'
import { flag } from '@/shared/domain/records/mini-schema'
import { memoryOfBrowser } from '@/shared/lib/memory'
import { useScreenKeys } from '@/shared/hooks/screen-keys'
import type { CalendarView } from '../calendar-place'

const singleKeys = memoryOfBrowser('single-keys', flag)
const fields =
  'input, textarea, select, [contenteditable="true"], [role="menu"], [role="listbox"], [role="combobox"], [role="radiogroup"]'
const views: Readonly<Record<string, CalendarView>> = { d: 'day', w: 'week', m: 'month', a: 'agenda' }

/** The calendar's keys for the keyboard map. */
const own = {
  title: 'Calendar',
  keys: [
    { keys: 'T', label: 'Today' },
    { keys: '← →', label: 'Page before or after' },
    { keys: 'D', label: 'Day' },
    { keys: 'W', label: 'Week' },
    { keys: 'M', label: 'Month' },
    { keys: 'A', label: 'Agenda' },
    { keys: 'Space', label: 'Take the marked entry, and put it down' },
  ],
} as const

type CalendarKeys = {
  /** Something is being moved: the keys belong to it. */
  isBusy: boolean
  onView: (view: CalendarView) => void
  onStep: (step: 1 | -1) => void
  onToday: () => void
}

/**
 * T for today, arrows for the previous and next page, D, W, M and A for the views. They take precedence over the keys
 * of the frame (D, M), except after its G. They are off while a person types or a dialog is open.
 */
export function useCalendarKeys({ isBusy, onView, onStep, onToday }: CalendarKeys): void {
  useScreenKeys(own)
  const goAt = useRef(-Infinity)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (
      event.defaultPrevented ||
      event.ctrlKey ||
      event.metaKey ||
      event.altKey ||
      event.shiftKey ||
      event.repeat ||
      isBusy
    )
      return
    if (event.target instanceof Element && event.target.closest(fields)) return
    if (document.querySelector('[aria-modal="true"], dialog[open], [data-position][role="dialog"]')) return
    const isArrow = event.key === 'ArrowLeft' || event.key === 'ArrowRight'
    if (!isArrow && singleKeys.read() === false) return
    const key = event.key.toLowerCase()
    const follows = event.timeStamp - goAt.current < 1200
    goAt.current = key === 'g' ? event.timeStamp : -Infinity
    if (follows) return
    const view = views[key]
    if (isArrow) onStep(event.key === 'ArrowLeft' ? -1 : 1)
    else if (key === 't') onToday()
    else if (view) onView(view)
    else return
    event.preventDefault()
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => onKey(event)
    // Listens in the capture phase. The frame listens on the window too and ignores prevented keys.
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [])
}
