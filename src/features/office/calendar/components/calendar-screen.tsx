import { ActionIcon, Button, Group, Menu, SegmentedControl, Select, Title, VisuallyHidden } from '@mantine/core'
import { IconChevronLeft, IconChevronRight, IconDots, IconLayoutSidebarRight, IconRss } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy, Suspense, useMemo, useState } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { ViewsMenu } from '@/kit/list/views/views-menu'
import { useIsPhone, useWidths } from '@/kit/list/use-wide'
import { useLive } from '@/kit/live/use-live'
import { companyZoneQuery } from '@/shared/db/reads/company-zone.query'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { topics } from '@/shared/domain/records/nudge'
import { hasPermission } from '@/shared/domain/people/permission'
import { flag } from '@/shared/domain/records/mini-schema'
import { memoryOfPerson } from '@/shared/lib/memory'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { useNow } from '@/shared/hooks/use-now'
import { calendarKey, entriesQuery, placesQuery, waitingQuery } from '../api/entries.query'
import {
  type CalendarPlace,
  calendarViews,
  daysOf,
  groupingLabels,
  groupings,
  periodText,
  rangeOf,
  readPlace,
  stepped,
  viewLabels,
  withPlace,
} from '../calendar-place'
import type { Day } from '../days'
import { type Entry, keyOf, movedTo, type Slot } from '../entry'
import { useSaveMove } from '../use-save-move'
import { wallOf } from '../zone'
import { AgendaView } from './agenda-view'
import { type CalendarAbout, CalendarContext } from './calendar-context'
import { CalendarFilters } from './calendar-filters'
import { DragGhost, KeyMoveBar } from './drag-signs'
import { EntryPopover } from './entry-popover'
import { LanesView } from './lanes-view'
import { MonthView } from './month-view'
import { MoveDialog } from './move-dialog'
import { NewHere } from './new-here'
import { TimeGrid } from './time-grid'
import { useCalendarKeys } from './use-calendar-keys'
import { useMoves, waitingAgain } from './use-moves'
import { useSwipe } from './use-swipe'
import { WaitingPanel } from './waiting-panel'
import classes from './calendar.module.css'
import { useLanes } from './use-lanes'

const FeedsDialog = lazy(async () => ({ default: (await import('./feeds-dialog')).FeedsDialog }))

/** /calendar: everything of the company that has a time, by day, week and month, by person, machine and van. */
export function CalendarScreen() {
  const { id: me, rights } = useCurrentUser()
  const isPhone = useIsPhone()
  // Below this width the panel lies over the calendar: it opens when it is asked for.
  const { md: hasRoomBeside } = useWidths()
  const zone = useQuery(companyZoneQuery)
  const now = wallOf(useNow(30_000), zone.data ?? 'UTC')
  const usual = useMemo(() => ({ today: now.day, view: isPhone ? 'agenda' : 'week' }) as const, [now.day, isPhone])
  const [search, setSearch] = useSearchParams()
  const shown = readPlace(search, usual)
  const { from, to } = rangeOf(shown)
  const entries = useQuery(entriesQuery(from, to, zone.data))
  const people = useQuery(staffQuery)
  const places = useQuery(placesQuery)
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

  const change = (next: Partial<CalendarPlace>, isStep = false) =>
    setSearch((current) => withPlace(current, next, usual), { replace: !isStep, preventScrollReset: true })
  const showDay = (day: Day) => {
    if (day < from || day > to) change({ day })
  }
  const { save, flashing } = useSaveMove(zone.data ?? 'UTC', (day) => change({ day }))
  const lanes = useLanes(shown.by, entries.data ?? [], people.data ?? [], places.data ?? [])
  const moves = useMoves({
    zone: zone.data ?? 'UTC',
    today: now.day,
    by: shown.by,
    lanes: shown.by ? lanes : [],
    onShow: showDay,
    onMove: save,
  })
  const [opened, setOpened] = useState<{ entry: Entry; at: DOMRect } | null>(null)
  const [slot, setSlot] = useState<Slot | null>(null)
  const addTask = useDialog('add-task', 'beside')
  const [isWaitingOpen, openWaiting] = useWaitingPanel(me)
  const [isOverOpen, openOver] = useState(false)
  const showsWaiting = hasRoomBeside ? (isWaitingOpen ?? true) : isOverOpen
  const showWaiting = hasRoomBeside ? openWaiting : openOver
  const waiting = useQuery({ ...waitingQuery, enabled: showsWaiting })
  const moving = useDialog('move')
  const feeds = useDialog('feeds')
  const seesPayments = hasPermission(rights, 'view_financial_data')
  const step = (by: 1 | -1) => change({ day: stepped(shown, by) }, true)
  useCalendarKeys({
    isBusy: moves.moving !== null || opened !== null,
    onView: (view) => change({ view, by: view === 'day' || view === 'week' ? shown.by : null }),
    onStep: step,
    onToday: () => change({ day: now.day }),
  })
  const swipe = useSwipe(step, !isPhone || moves.moving !== null || shown.view === 'week')

  const { kinds, person, place } = shown
  const nameOf = (id: string) => people.data?.find(({ value }) => value === id)?.label ?? null
  const visible = (entries.data ?? [])
    .filter(
      (entry) =>
        kinds.includes(entry.kind) &&
        (person === null || entry.people.includes(person)) &&
        (place === null || entry.workCentre === place || entry.van === place),
    )
    .map((entry) => (shown.by === 'person' ? entry : withName(entry, nameOf)))

  const about: CalendarAbout = {
    zone: zone.data ?? 'UTC',
    today: now.day,
    nowMinutes: now.minutes,
    by: shown.by,
    lanes,
    nameOf,
    placeName: (id) => places.data?.find((one) => one.id === id)?.name ?? null,
    moves,
    flashing,
    open: (entry, at) => setOpened({ entry, at }),
    openDay: (day) => change({ view: 'day', day }, true),
    begin: setSlot,
  }
  const all = [...(entries.data ?? []), ...(waiting.data ?? [])]
  const dialogEntry = all.find((entry) => keyOf(entry) === moving.subject)
  const openedNow = opened && (all.find((entry) => keyOf(entry) === keyOf(opened.entry)) ?? null)
  const days = daysOf(shown)

  return (
    <CalendarContext value={about}>
      <div className={classes.screen} data-fills-window data-moving={moves.moving?.by}>
        <header className={classes.bar}>
          <Group gap={6} wrap="nowrap">
            <Button variant="default" onClick={() => change({ day: now.day })} className={classes.todayButton ?? ''}>
              Today
            </Button>
            <ActionIcon variant="subtle" size="lg" aria-label="Before" onClick={() => step(-1)}>
              <IconChevronLeft size={20} stroke={1.5} />
            </ActionIcon>
            <ActionIcon variant="subtle" size="lg" aria-label="After" onClick={() => step(1)}>
              <IconChevronRight size={20} stroke={1.5} />
            </ActionIcon>
            <Title order={1} className={classes.period ?? ''}>
              <VisuallyHidden>Calendar </VisuallyHidden>
              {periodText(shown)}
            </Title>
          </Group>
          <div className={classes.tools}>
            <Select
              aria-label="Rows"
              className={classes.grouping ?? ''}
              data={[
                { value: '', label: 'Everything' },
                ...groupings.map((by) => ({ value: by, label: groupingLabels[by] })),
              ]}
              value={shown.by ?? ''}
              allowDeselect={false}
              onChange={(by) => change({ by: groupings.find((one) => one === by) ?? null })}
            />
            <SegmentedControl
              aria-label="View"
              data={calendarViews.map((view) => ({ value: view, label: viewLabels[view] }))}
              value={shown.view}
              onChange={(view) => change({ view: calendarViews.find((one) => one === view) ?? 'week' })}
            />
            <CalendarFilters
              place={shown}
              people={people.data ?? []}
              places={places.data ?? []}
              seesPayments={seesPayments}
              onChange={change}
            />
            <ViewsMenu list="calendar" many="the calendar" places={viewPlaces} />
            <ActionIcon
              variant={showsWaiting ? 'light' : 'default'}
              size="lg"
              aria-label="Without a time"
              title="Without a time"
              aria-expanded={showsWaiting}
              onClick={() => showWaiting(!showsWaiting)}
            >
              <IconLayoutSidebarRight size={18} stroke={1.5} />
            </ActionIcon>
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="default" size="lg" aria-label="More of the calendar">
                  <IconDots size={18} stroke={1.5} />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                <Menu.Item leftSection={<IconRss size={16} aria-hidden />} onClick={() => feeds.open()}>
                  Calendar in other programs
                </Menu.Item>
                <Menu.Divider />
                <Menu.Label>T today · ← → pages · D W M A views · Space moves</Menu.Label>
              </Menu.Dropdown>
            </Menu>
          </div>
        </header>
        {entries.isError ? (
          <Problem onRetry={() => void entries.refetch()}>{saveProblem(entries.error)}</Problem>
        ) : null}
        <div className={classes.body}>
          <div
            className={classes.view}
            data-view={shown.view}
            aria-busy={entries.isPending}
            data-stale={entries.isPlaceholderData || undefined}
            {...swipe}
          >
            {shown.view === 'month' ? <MonthView day={shown.day} entries={visible} /> : null}
            {shown.view === 'agenda' ? (
              <AgendaView day={shown.day} entries={visible} onLater={(day) => change({ day }, true)} />
            ) : null}
            {shown.view === 'week' && shown.by !== null ? (
              <LanesView
                days={days}
                entries={visible}
                shifts={(entries.data ?? []).filter(({ kind }) => kind === 'shift')}
              />
            ) : null}
            {shown.view === 'day' || (shown.view === 'week' && shown.by === null) ? (
              <TimeGrid days={days} entries={visible} />
            ) : null}
          </div>
          {showsWaiting ? (
            <WaitingPanel
              entries={waiting.data}
              onPlan={(entry) => moving.open(keyOf(entry))}
              onClose={() => showWaiting(false)}
            />
          ) : null}
        </div>
        <DragGhost />
        <KeyMoveBar />
      </div>
      {opened && openedNow ? (
        <EntryPopover
          entry={openedNow}
          at={opened.at}
          onClose={() => setOpened(null)}
          onMove={() => {
            setOpened(null)
            moving.open(keyOf(openedNow))
          }}
          onWait={() => {
            setOpened(null)
            save(openedNow, waitingAgain(openedNow))
          }}
        />
      ) : null}
      {slot ? (
        <NewHere
          slot={slot}
          waiting={waiting.data ?? []}
          onClose={() => setSlot(null)}
          onTask={({ day }) => {
            setSlot(null)
            addTask.open(day)
          }}
          onPlan={(entry, { day, minutes }) => {
            setSlot(null)
            save(entry, movedTo(entry, { day, minutes }, zone.data ?? 'UTC'))
          }}
        />
      ) : null}
      {moving.isOpen && dialogEntry ? (
        <MoveDialog
          entry={dialogEntry}
          places={places.data ?? []}
          people={people.data ?? []}
          onMove={(moved) => {
            moving.close()
            save(dialogEntry, moved)
            showDay(moved.firstDay)
          }}
          onClose={moving.close}
        />
      ) : null}
      <Suspense fallback={null}>
        {feeds.isOpen ? <FeedsDialog seesPayments={seesPayments} onClose={feeds.close} /> : null}
      </Suspense>
    </CalendarContext>
  )
}

/** Adds the person's name to a shift or an absence outside the person's lane. */
function withName(entry: Entry, nameOf: (id: string) => string | null): Entry {
  const [id] = entry.people
  const name = id && (entry.kind === 'absence' || entry.kind === 'shift') ? nameOf(id) : null
  return name ? { ...entry, title: `${name}: ${entry.title.charAt(0).toLowerCase()}${entry.title.slice(1)}` } : entry
}

/** The parameters that a saved view leaves out. */
const viewPlaces = ['day', 'task']

/** Whether the list of waiting entries is open; null until the person chose. */
function useWaitingPanel(me: string): [boolean | null, (isOpen: boolean) => void] {
  const memory = useMemo(() => memoryOfPerson(me, 'calendar-waiting', flag), [me])
  const [isOpen, setOpen] = useState(() => memory.read())
  return [
    isOpen,
    (next) => {
      memory.keep(next)
      setOpen(next)
    },
  ]
}
