import { lazy, Suspense } from 'react'
import { type Dialog, useDialog } from '@/kit/dialog/use-dialog'
import type { Colleague } from '@/shared/db/reads/staff.query'
import type { Place } from '../api/entries.query'
import type { Day } from '../days'
import { type Entry, keyOf, movedTo, type Slot } from '../entry'
import { EntryPopover } from './entry-popover'
import { MoveDialog } from './move-dialog'
import { NewHere } from './new-here'
import { waitingAgain } from './use-moves'

const FeedsDialog = lazy(async () => ({ default: (await import('./feeds-dialog')).FeedsDialog }))

/** An entry that was pressed and its place on the screen, or an empty place that was pressed. */
export type Pressed = { entry: Entry; at: DOMRect } | { slot: Slot }

type CalendarDialogsProps = {
  pressed: Pressed | null
  onRelease: () => void
  entries: readonly Entry[]
  waiting: readonly Entry[]
  people: readonly Colleague[]
  places: readonly Place[]
  zone: string
  moving: Dialog
  feeds: Dialog
  seesPayments: boolean
  onSave: (seen: Entry, moved: Entry) => void
  onShow: (day: Day) => void
}

/** What lies over the calendar: a pressed entry, a new one, the dialog that moves one, the feeds. */
export function CalendarDialogs({ pressed, onRelease, entries, waiting, moving, ...of }: CalendarDialogsProps) {
  const addTask = useDialog('add-task', 'beside')
  const all = [...entries, ...waiting]
  const latest = (key: string | null) => all.find((entry) => keyOf(entry) === key)
  const opened = pressed && 'entry' in pressed ? latest(keyOf(pressed.entry)) : undefined
  const moved = latest(moving.subject)
  return (
    <>
      {pressed && 'entry' in pressed && opened ? (
        <EntryPopover
          entry={opened}
          at={pressed.at}
          onClose={onRelease}
          onMove={() => {
            onRelease()
            moving.open(keyOf(opened))
          }}
          onWait={() => {
            onRelease()
            of.onSave(opened, waitingAgain(opened))
          }}
        />
      ) : null}
      {pressed && 'slot' in pressed ? (
        <NewHere
          slot={pressed.slot}
          waiting={waiting}
          onClose={onRelease}
          onTask={({ day }) => {
            onRelease()
            addTask.open(day)
          }}
          onPlan={(entry, { day, minutes }) => {
            onRelease()
            of.onSave(entry, movedTo(entry, { day, minutes }, of.zone))
          }}
        />
      ) : null}
      {moving.isOpen && moved ? (
        <MoveDialog
          entry={moved}
          places={of.places}
          people={of.people}
          onMove={(next) => {
            moving.close()
            of.onSave(moved, next)
            of.onShow(next.firstDay)
          }}
          onClose={moving.close}
        />
      ) : null}
      <Suspense fallback={null}>
        {of.feeds.isOpen ? <FeedsDialog seesPayments={of.seesPayments} onClose={of.feeds.close} /> : null}
      </Suspense>
    </>
  )
}
