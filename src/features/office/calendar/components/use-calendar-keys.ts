import { useKeyPresses, useScreenKeys } from '@/shared/hooks/screen-keys'
import type { CalendarView } from '../calendar-place'

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
  useKeyPresses(({ shiftKey, repeat }, key) => {
    if (shiftKey || repeat || isBusy) return false
    const view = views[key]
    if (key === 'ArrowLeft' || key === 'ArrowRight') onStep(key === 'ArrowLeft' ? -1 : 1)
    else if (key === 't') onToday()
    else if (view) onView(view)
    else return false
    return true
  })
}
