import { notifications } from '@mantine/notifications'
import { type PointerEvent as ReactPointerEvent, useCallback, useEffect, useEffectEvent, useRef, useState } from 'react'
import { dayAfter, daysBetween } from '@/shared/domain/time/days'
import type { Grouping } from '../calendar-place'
import type { Day } from '../days'
import {
  type Entry,
  isByDay,
  isSamePlan,
  isScheduled,
  isWholeDay,
  keyOf,
  mayBeByDay,
  mayWait,
  movedTo,
  type Target,
  whyFixed,
} from '../entry'
import { type Lane, laneChange } from '../lanes'

type Place = { day: Day; minutes: number | null; lane: string; length?: number }
export type Moving = {
  entry: Entry
  by: 'pointer' | 'edge' | 'keys'
  /** The lane that it was taken from. */
  fromLane: string
  at: { x: number; y: number }
  target: Place | 'waiting' | null
  /** Why it cannot be dropped there. */
  problem: string | null
}

export type Moves = {
  moving: Moving | null
  /** Handles a pointer press on an entry. `edge` changes its length. */
  take: (event: ReactPointerEvent<HTMLElement>, entry: Entry, lane: string, part?: 'edge') => void
  /** Takes an entry by the keyboard. */
  takeByKeys: (entry: Entry, lane: string) => void
  /** True when the next click ends a drag. */
  isDropClick: () => boolean
}

type MovesOptions = {
  zone: string
  today: Day
  by: Grouping | null
  lanes: readonly Lane[]
  /** Scrolls the calendar to a day. */
  onShow: (day: Day) => void
  onMove: (seen: Entry, moved: Entry) => void
}

const snap = 15
/** In px: a mouse moves less than this during a click. */
const slack = 4
/** In ms: a finger held this long lifts the entry; one that moves earlier scrolls. */
const longPress = 350

/**
 * Moves entries by mouse, by touch (after a long press) and by keyboard (Space lifts and drops, arrows move, Escape
 * cancels). Drop targets are marked with `data-drop`: `column`, `cell` or `waiting`.
 */
export function useMoves({ zone, today, by, lanes, onShow, onMove }: MovesOptions): Moves {
  const [moving, setMoving] = useState<Moving | null>(null)
  const current = useRef<Moving | null>(null)
  const ended = useRef(0)
  const stop = useRef<(() => void) | null>(null)

  const show = (next: Moving | null) => {
    current.current = next
    setMoving(next)
  }

  const drop = (now: Moving) => {
    show(null)
    const { entry, target } = now
    if (now.problem || target === null) return
    if (target === 'waiting') {
      if (isScheduled(entry)) onMove(entry, waitingAgain(entry))
      return
    }
    const change = laneChange(entry, by, now.fromLane, target.lane)
    if (typeof change === 'string') return
    const moved = movedTo(entry, toTarget(target, change), zone)
    if (!isSamePlan(entry, moved)) onMove(entry, moved)
  }

  const problemOf = (entry: Entry, fromLane: string, target: Moving['target']): string | null => {
    if (target === 'waiting') return mayWait(entry.kind) || !isScheduled(entry) ? null : 'This cannot be without a time'
    if (target === null) return null
    const change = laneChange(entry, by, fromLane, target.lane)
    return typeof change === 'string' ? change : null
  }

  const take: Moves['take'] = (event, entry, lane, part) => {
    if (event.button !== 0 || (part === 'edge' && !entry.mayResize)) return
    if (!entry.mayMove) {
      if (event.pointerType !== 'touch')
        sayFixed(entry, { x: event.clientX, y: event.clientY }, () => (ended.current = performance.now()))
      return
    }
    event.stopPropagation()
    stop.current?.()
    const isTouch = event.pointerType === 'touch'
    const from = { x: event.clientX, y: event.clientY }
    const box = event.currentTarget.getBoundingClientRect()
    const column = event.currentTarget.closest('[data-drop="column"]')?.getBoundingClientRect()
    const minutesInPx = column ? 1440 / column.height : 1440 / 1152
    const grab = column && !isWholeDay(entry) ? (from.y - box.top) * minutesInPx : 0
    let at = from
    let isOn = false
    let timer: ReturnType<typeof setTimeout> | undefined
    let scrolling: ReturnType<typeof setInterval> | undefined

    const begin = () => {
      isOn = true
      if (isTouch) navigator.vibrate?.(10)
      scrolling = setInterval(() => {
        if (scrollNear(at)) follow()
      }, 16)
      follow()
    }
    const follow = () => {
      const target = part === 'edge' ? edgeTarget(entry, lane, at) : targetAt(at, grab, entry)
      show({
        entry,
        by: part === 'edge' ? 'edge' : 'pointer',
        fromLane: lane,
        at,
        target,
        problem: problemOf(entry, lane, target),
      })
    }
    const onMovePointer = (moved: PointerEvent) => {
      at = { x: moved.clientX, y: moved.clientY }
      const far = Math.hypot(at.x - from.x, at.y - from.y)
      if (isOn) follow()
      else if (isTouch && far > 10) finish()
      else if (!isTouch && far > slack) begin()
    }
    const onUp = () => {
      const now = current.current
      finish()
      if (isOn && now) {
        ended.current = performance.now()
        drop(now)
      }
    }
    const onKey = (pressed: KeyboardEvent) => {
      if (pressed.key !== 'Escape' || !isOn) return
      pressed.preventDefault()
      pressed.stopPropagation()
      ended.current = performance.now()
      finish()
    }
    const onTouch = (touched: TouchEvent) => {
      if (isOn) touched.preventDefault()
    }
    const finish = () => {
      clearTimeout(timer)
      clearInterval(scrolling)
      window.removeEventListener('pointermove', onMovePointer)
      window.removeEventListener('pointerup', onUp)
      window.removeEventListener('pointercancel', finish)
      window.removeEventListener('keydown', onKey, true)
      document.removeEventListener('touchmove', onTouch)
      stop.current = null
      if (isOn) show(null)
    }
    window.addEventListener('pointermove', onMovePointer)
    window.addEventListener('pointerup', onUp)
    window.addEventListener('pointercancel', finish)
    window.addEventListener('keydown', onKey, true)
    document.addEventListener('touchmove', onTouch, { passive: false })
    if (isTouch) timer = setTimeout(begin, longPress)
    stop.current = finish
  }

  const takeByKeys: Moves['takeByKeys'] = (entry, lane) => {
    if (!entry.mayMove) return
    const day = isScheduled(entry) ? entry.firstDay : today
    show({
      entry,
      by: 'keys',
      fromLane: lane,
      at: { x: 0, y: 0 },
      target: {
        day,
        minutes: isScheduled(entry) ? entry.from : firstMinutes(entry),
        lane,
      },
      problem: null,
    })
    onShow(day)
  }

  const onKeys = useEffectEvent((event: KeyboardEvent) => {
    const now = current.current
    if (!now || now.by !== 'keys' || now.target === null || now.target === 'waiting') return
    const target = byArrow(event, now.entry, now.target, lanes)
    if (target !== null) {
      show({ ...now, target, problem: problemOf(now.entry, now.fromLane, target) })
      onShow(target.day)
    } else if (event.key === 'Enter' || event.key === ' ') drop(now)
    else if (event.key === 'Escape' || event.key === 'Tab') show(null)
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  const byKeys = moving?.by === 'keys'
  useEffect(() => {
    if (!byKeys) return
    const listen = (event: KeyboardEvent) => onKeys(event)
    window.addEventListener('keydown', listen, true)
    return () => window.removeEventListener('keydown', listen, true)
  }, [byKeys])
  useEffect(() => () => stop.current?.(), [])
  const isDropClick = useCallback(() => performance.now() - ended.current < 250, [])

  return { moving, take, takeByKeys, isDropClick }
}

/** A drag of an entry that keeps its time says why when it ends; its click opens nothing. */
function sayFixed(entry: Entry, from: { x: number; y: number }, onEnd: () => void): void {
  const listening = new AbortController()
  const { signal } = listening
  window.addEventListener('pointercancel', () => listening.abort(), { signal })
  window.addEventListener(
    'pointerup',
    ({ clientX, clientY }) => {
      listening.abort()
      if (Math.hypot(clientX - from.x, clientY - from.y) <= slack) return
      onEnd()
      notifications.show({
        id: `fixed-${keyOf(entry)}`,
        color: 'yellow',
        title: `Not moved: ${entry.title}`,
        message: whyFixed(entry),
      })
    },
    { signal },
  )
}

const toTarget = ({ day, minutes, length }: Place, change: Pick<Target, 'people' | 'place'>): Target => ({
  day,
  minutes,
  ...(length === undefined ? {} : { length }),
  ...change,
})

export const waitingAgain = (entry: Entry): Entry => ({
  ...entry,
  startsAt: null,
  endsAt: null,
  firstDay: '',
  lastDay: '',
  from: null,
  until: null,
})

/** Where the keys begin with an entry that waits: at nine, or on a day without a time. */
function firstMinutes({ kind }: Entry): number | null {
  if (isByDay(kind) || kind === 'task') return null
  return mayBeByDay(kind) && document.querySelector('[data-drop="column"]') === null ? null : 540
}

const snapped = (minutes: number): number => Math.round(minutes / snap) * snap

function dropAt({ x, y }: { x: number; y: number }): HTMLElement | null {
  for (const element of document.elementsFromPoint(x, y)) {
    const found = element.closest<HTMLElement>('[data-drop]')
    if (found) return found
  }
  return null
}

function targetAt(at: { x: number; y: number }, grab: number, entry: Entry): Moving['target'] {
  const place = dropAt(at)
  const { drop, day = '', lane = '' } = place?.dataset ?? {}
  if (!place || !drop) return null
  if (drop === 'waiting') return 'waiting'
  if (drop === 'cell') return { day, minutes: null, lane }
  const box = place.getBoundingClientRect()
  const minutes = snapped(((at.y - box.top) / box.height) * 1440 - grab)
  return { day, minutes: isByDay(entry.kind) ? null : Math.min(1440 - snap, Math.max(0, minutes)), lane }
}

function edgeTarget(entry: Entry, lane: string, at: { x: number; y: number }): Moving['target'] {
  const columns = [...document.querySelectorAll<HTMLElement>('[data-drop="column"]')]
  const box = columns.find(({ dataset }) => dataset['day'] === entry.lastDay)?.getBoundingClientRect()
  if (!box || entry.from === null) return null
  const days = daysBetween(entry.firstDay, entry.lastDay)
  const until = snapped(((at.y - box.top) / box.height) * 1440) + days * 1440
  return { day: entry.firstDay, minutes: entry.from, lane, length: Math.max(snap, until - entry.from) }
}

/** Scrolls the calendar while something is held at its edge; whether it did. */
function scrollNear({ x, y }: { x: number; y: number }): boolean {
  const scroller = document.elementFromPoint(x, y)?.closest<HTMLElement>('[data-scroller]')
  if (!scroller) return false
  const box = scroller.getBoundingClientRect()
  const edge = 44
  const before = scroller.scrollTop
  if (y > box.bottom - edge) scroller.scrollTop += 8
  else if (y < box.top + edge) scroller.scrollTop -= 8
  return scroller.scrollTop !== before
}

/** The target of an arrow key; null for another key. Shift with up and down changes the length. */
function byArrow(event: KeyboardEvent, entry: Entry, target: Place, lanes: readonly Lane[]): Place | null {
  const step =
    event.key === 'ArrowUp' || event.key === 'ArrowLeft'
      ? -1
      : event.key === 'ArrowDown' || event.key === 'ArrowRight'
        ? 1
        : 0
  if (step === 0) return null
  if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') return { ...target, day: dayAfter(target.day, step) }
  if (event.shiftKey && entry.mayResize) {
    const length = Math.max(snap, (target.length ?? entry.minutes ?? snap) + step * snap)
    return { ...target, length }
  }
  if (lanes.length > 0 && document.querySelector('[data-drop="column"]') === null) {
    const place = lanes.findIndex(({ id }) => id === target.lane) + step
    return { ...target, lane: lanes[Math.min(lanes.length - 1, Math.max(0, place))]?.id ?? target.lane }
  }
  if (target.minutes === null || document.querySelector('[data-drop="column"]') === null)
    return { ...target, day: dayAfter(target.day, step * 7) }
  return { ...target, minutes: Math.min(1440 - snap, Math.max(0, target.minutes + step * snap)) }
}
