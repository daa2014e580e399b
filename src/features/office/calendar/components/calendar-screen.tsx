import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useIsPhone } from '@/kit/list/use-wide'
import { useLive } from '@/kit/live/use-live'
import { companyZoneQuery } from '@/shared/db/reads/company-zone.query'
import { type Colleague, staffQuery } from '@/shared/db/reads/staff.query'
import { hasPermission } from '@/shared/domain/people/permission'
import { topics } from '@/shared/domain/records/nudge'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useNow } from '@/shared/hooks/use-now'
import { Problem } from '@/shared/ui/page/problem'
import { calendarKey, entriesQuery, type Place, placesQuery, waitingQuery } from '../api/entries.query'
import type { CalendarPlace } from '../calendar-place'
import { type Entry, keyOf } from '../entry'
import { useCalendarPlace } from '../use-calendar-place'
import { outsideShifts } from '../outside-shifts'
import { useSaveMove } from '../use-save-move'
import { wallOf } from '../zone'
import { CalendarBar } from './calendar-bar'
import { CalendarContext } from './calendar-context'
import { CalendarDialogs, type Pressed } from './calendar-dialogs'
import { CalendarView } from './calendar-view'
import { DragGhost, KeyMoveBar } from './drag-signs'
import { useCalendarKeys } from './use-calendar-keys'
import { useLanes } from './use-lanes'
import { useMoves } from './use-moves'
import { useSwipe } from './use-swipe'
import { useWaitingPanel } from './use-waiting-panel'
import { WaitingPanel } from './waiting-panel'
import classes from './calendar.module.css'

/** Stand-ins until a read has come, the same at each render. */
const noEntries: readonly Entry[] = []
const noPeople: readonly Colleague[] = []
const noPlaces: readonly Place[] = []

/** /calendar: everything of the company that has a time, by day, week and month, by person, machine and van. */
export function CalendarScreen() {
  const { rights } = useCurrentUser()
  const isPhone = useIsPhone()
  const zone = useQuery(companyZoneQuery).data
  const now = wallOf(useNow(30_000), zone ?? 'UTC')
  const place = useCalendarPlace(now.day, isPhone ? 'agenda' : 'week')
  const { shown, change, step, showDay } = place
  const read = useQuery(entriesQuery(place.from, place.to, zone))
  const entries = read.data ?? noEntries
  const people = useQuery(staffQuery).data ?? noPeople
  const places = useQuery(placesQuery).data ?? noPlaces
  useLiveCalendar()

  const panel = useWaitingPanel()
  const waiting = useQuery({ ...waitingQuery, enabled: panel.isShown }).data
  const nameOf = (id: string) => people.find(({ value }) => value === id)?.label ?? null
  const { save, flashing } = useSaveMove(zone ?? 'UTC', {
    onShow: (day) => change({ day }),
    warningsOf: (moved) =>
      outsideShifts(moved, entries).map(({ person, words }) => `${nameOf(person) ?? 'A colleague'} ${words}`),
  })
  const lanes = useLanes(shown.by, entries, people, places)
  const moves = useMoves({
    zone: zone ?? 'UTC',
    today: now.day,
    by: shown.by,
    lanes: shown.by ? lanes : [],
    onShow: showDay,
    onMove: save,
  })
  const [pressed, setPressed] = useState<Pressed | null>(null)
  const moving = useDialog('move')
  const feeds = useDialog('feeds')
  const seesPayments = hasPermission(rights, 'view_financial_data')
  useCalendarKeys({
    isBusy: moves.moving !== null || (pressed !== null && 'entry' in pressed),
    onView: (view) => change({ view, by: view === 'day' || view === 'week' ? shown.by : null }),
    onStep: step,
    onToday: () => change({ day: now.day }),
  })
  const swipe = useSwipe(step, !isPhone || moves.moving !== null || shown.view === 'week')

  return (
    <CalendarContext
      value={{
        zone: zone ?? 'UTC',
        today: now.day,
        nowMinutes: now.minutes,
        by: shown.by,
        lanes,
        nameOf,
        placeName: (id) => places.find((one) => one.id === id)?.name ?? null,
        moves,
        flashing,
        open: (entry, at) => setPressed({ entry, at }),
        openDay: (day) => change({ view: 'day', day }, true),
        begin: (slot) => setPressed({ slot }),
      }}
    >
      <div className={classes.screen} data-fills-window data-moving={moves.moving?.by}>
        <CalendarBar
          {...{ place, people, places, seesPayments, today: now.day, waiting: panel }}
          onFeeds={() => feeds.open()}
        />
        {read.isError ? <Problem onRetry={() => void read.refetch()}>{saveProblem(read.error)}</Problem> : null}
        <div className={classes.body}>
          <div
            className={classes.view}
            data-view={shown.view}
            aria-busy={read.isPending}
            data-stale={read.isPlaceholderData || undefined}
            {...swipe}
          >
            <CalendarView
              place={place}
              entries={visibleOf(entries, shown, nameOf)}
              shifts={entries.filter(({ kind }) => kind === 'shift')}
            />
          </div>
          {panel.isShown ? (
            <WaitingPanel
              entries={waiting}
              onPlan={(entry) => moving.open(keyOf(entry))}
              onClose={() => panel.show(false)}
            />
          ) : null}
        </div>
        <DragGhost />
        <KeyMoveBar />
      </div>
      <CalendarDialogs
        {...{ pressed, entries, people, places, moving, feeds, seesPayments }}
        zone={zone ?? 'UTC'}
        waiting={waiting ?? noEntries}
        onRelease={() => setPressed(null)}
        onSave={save}
        onShow={showDay}
      />
    </CalendarContext>
  )
}

/** Reads the calendar again when somebody changes what stands in it. */
function useLiveCalendar(): void {
  const { rights } = useCurrentUser()
  useLive(
    calendarKey,
    [
      { page: 'jobs', tables: ['jobs', 'job_steps'] },
      { page: 'production', tables: ['jobs', 'job_steps', 'work_centres', 'work_centre_closures'] },
      { page: 'deliveries', tables: ['deliveries'] },
      { page: 'tasks', tables: ['tasks'] },
      { page: 'invoices', tables: ['invoices'] },
      ...(rights.role
        ? [{ topic: topics.role(rights.role), tables: ['bookings', 'booking_closures', 'shifts', 'absences'] }]
        : []),
    ],
    { settle: 150 },
  )
}

/** The entries that the filters leave. Outside the lanes of people, shifts and absences carry the person's name. */
const visibleOf = (
  entries: readonly Entry[],
  { kinds, person, place, by }: CalendarPlace,
  nameOf: (id: string) => string | null,
): Entry[] =>
  entries
    .filter(
      (entry) =>
        kinds.includes(entry.kind) &&
        (person === null || entry.people.includes(person)) &&
        (place === null || entry.workCentre === place || entry.van === place),
    )
    .map((entry) => (by === 'person' ? entry : withName(entry, nameOf)))

function withName(entry: Entry, nameOf: (id: string) => string | null): Entry {
  const [id] = entry.people
  const name = id && (entry.kind === 'absence' || entry.kind === 'shift') ? nameOf(id) : null
  return name ? { ...entry, title: `${name}: ${entry.title.charAt(0).toLowerCase()}${entry.title.slice(1)}` } : entry
}
