import { ActionIcon, Alert, Badge, Button, Group, List, Menu, Tabs, Text } from '@mantine/core'
import {
  IconBeach,
  IconCalendarOff,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconFileSpreadsheet,
  IconPlus,
  IconPrinter,
  IconUserOff,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useIsPhone } from '@/kit/list/use-wide'
import { useLive } from '@/kit/live/use-live'
import { companyZoneQuery } from '@/shared/db/company-zone.query'
import { staffQuery } from '@/shared/db/staff.query'
import { dayAfter, isDay, mondayOf } from '@/shared/domain/days'
import { calendarDayText, weekdayText } from '@/shared/domain/formats'
import { topics } from '@/shared/domain/nudge'
import { hasPermission } from '@/shared/domain/permission'
import { useCurrentUser } from '@/shared/ui/current-user'
import { EmptyScreen } from '@/shared/ui/empty-screen'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { useFormats } from '@/shared/ui/use-formats'
import { useNow } from '@/shared/ui/use-now'
import type { Copied } from '../api/schedule.mutation'
import { leaveQuery, scheduleKey, scheduleTables, templatesQuery, type Week, weekQuery } from '../api/schedule.query'
import { weekCsv } from '../schedule-csv'
import { saveCsv } from '@/shared/lib/save-file'
import { usePlanning } from '../use-planning'
import { wallClock } from '@/shared/domain/zoned'
import { balanceOf, weekFrom, weekNumber } from '../week'
import { BalanceLine } from './balance'
import { DayList } from './day-list'
import { AskLeaveDialog, EnterAbsenceDialog } from './leave-dialogs'
import { LeaveList } from './leave-list'
import { ContractsPanel, TemplatesPanel } from './schedule-tables'
import { EditShiftDialog, MoveShiftDialog, NewShiftDialog } from './shift-dialogs'
import { type Person, WeekGrid } from './week-grid'
import classes from './schedule.module.css'

type TabName = 'week' | 'mine' | 'leave' | 'templates' | 'hours'

/** /staff-scheduling: who works when. Planners plan the week; others see it with their own shifts first. */
export function ScheduleScreen() {
  const { rights } = useCurrentUser()
  const zone = useQuery(companyZoneQuery)
  useFormats()
  useLive(
    scheduleKey,
    rights.role ? [{ topic: topics.role(rights.role), tables: [...scheduleTables, 'company_settings'] }] : [],
    { settle: 100 },
  )
  if (zone.data) return <Schedule zone={zone.data} />
  return (
    <PageFrame title="Working Schedule" width="full">
      {zone.isError ? (
        <Problem onRetry={() => void zone.refetch()}>The schedule could not be read</Problem>
      ) : (
        <LineSkeletons count={6} height={64} />
      )}
    </PageFrame>
  )
}

function Schedule({ zone }: { zone: string }) {
  const { rights } = useCurrentUser()
  const [search, setSearch] = useSearchParams()
  const mayPlan = hasPermission(rights, 'manage_shifts')
  const leave = useDialog('ask-leave')
  const waiting = (useQuery(leaveQuery).data ?? []).filter(({ status }) => status === 'requested').length
  const today = wallClock(zone, useNow(60_000)).day
  const tabs: readonly TabName[] = mayPlan ? ['week', 'leave', 'templates', 'hours'] : ['mine', 'week', 'leave']
  const asked = search.has('leave') ? 'leave' : search.get('tab')
  const tab = tabs.find((name) => name === asked) ?? tabs[0]
  const labels: Record<TabName, string> = {
    week: mayPlan ? 'Week' : 'Everybody',
    mine: 'My shifts',
    leave: 'Leave',
    templates: 'Templates',
    hours: 'Contract hours',
  }
  return (
    <PageFrame
      title="Working Schedule"
      lead={mayPlan ? 'Who works when. Colleagues see every change at once.' : 'Your shifts, and who else works.'}
      width="full"
      actions={
        <div className={classes.noPrint}>
          <Button variant="default" leftSection={<IconBeach size={18} aria-hidden />} onClick={() => leave.open()}>
            Ask for leave
          </Button>
        </div>
      }
    >
      <Tabs
        value={tab ?? null}
        keepMounted={false}
        onChange={(name) =>
          setSearch((now) => {
            const next = new URLSearchParams(now)
            next.delete('leave')
            if (!name || name === tabs[0]) next.delete('tab')
            else next.set('tab', name)
            return next
          })
        }
      >
        <Tabs.List mb="md" className={`${classes.noPrint ?? ''} ${classes.tabs ?? ''}`}>
          {tabs.map((name) => (
            <Tabs.Tab
              key={name}
              value={name}
              rightSection={
                name === 'leave' && mayPlan && waiting > 0 ? (
                  <Badge size="sm" color="yellow" aria-label={`${waiting} waiting`}>
                    {waiting}
                  </Badge>
                ) : null
              }
            >
              {labels[name]}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {tab === 'week' || tab === 'mine' ? (
          <WeekPanel zone={zone} today={today} mayPlan={mayPlan} isMine={tab === 'mine'} />
        ) : null}
        {tab === 'leave' ? <LeavePanel mayPlan={mayPlan} today={today} /> : null}
        {tab === 'templates' ? <TemplatesPanel /> : null}
        {tab === 'hours' ? <ContractsPanel /> : null}
      </Tabs>
      {leave.isOpen ? <AskLeaveDialog onClose={leave.close} /> : null}
    </PageFrame>
  )
}

function LeavePanel({ mayPlan, today }: { mayPlan: boolean; today: string }) {
  const entering = useDialog('enter-absence')
  return (
    <>
      {mayPlan ? (
        <Button
          mb="md"
          variant="default"
          leftSection={<IconUserOff size={18} aria-hidden />}
          onClick={() => entering.open()}
        >
          Enter an absence
        </Button>
      ) : null}
      <LeaveList mayPlan={mayPlan} today={today} />
      {entering.isOpen ? <EnterAbsenceDialog onClose={entering.close} /> : null}
    </>
  )
}

type WeekPanelProps = { zone: string; today: string; mayPlan: boolean; isMine: boolean }

function WeekPanel({ zone, today, mayPlan, isMine }: WeekPanelProps) {
  const { id: me, name: myName } = useCurrentUser()
  const isPhone = useIsPhone()
  const [search, setSearch] = useSearchParams()
  const asked = search.get('date')
  const chosenDay = isDay(asked) ? asked : today
  const monday = mondayOf(chosenDay)
  const days = useMemo(() => weekFrom(monday), [monday])
  const read = useQuery(weekQuery(zone, monday))
  const staff = useQuery(staffQuery)
  const templates = useQuery({ ...templatesQuery, enabled: mayPlan }).data ?? []
  const planning = usePlanning(zone, monday)
  const adding = useDialog('new-shift')
  const editing = useDialog('shift')
  const moving = useDialog('move-shift')
  const people = isMine ? [{ value: me, label: myName }] : peopleOf(staff.data ?? [], read.data)
  const go = (day: string) =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      if (day === today) next.delete('date')
      else next.set('date', day)
      return next
    })
  const openLeave = ({ id }: { id: string }) =>
    setSearch((now) => {
      const next = new URLSearchParams(now)
      next.set('tab', 'leave')
      next.set('leave', id)
      return next
    })
  const [user_id = '', day = ''] = (adding.subject ?? '').split('~')
  const found = (id: string | null) => read.data?.shifts.find((shift) => shift.id === id) ?? null
  const [edited, moved] = [found(editing.subject), found(moving.subject)]
  const actions = mayPlan
    ? {
        onEdit: ({ id }: { id: string }) => editing.open(id),
        onMove: ({ id }: { id: string }) => moving.open(id),
        onRemove: planning.remove,
        onDrop: planning.move,
        onTemplate: planning.addTemplate,
        onAdd: (to: { user_id: string; day: string }) => adding.open(`${to.user_id}~${to.day}`),
        onAddOn: (on: string) => adding.open(`~${on}`),
      }
    : null
  return (
    <>
      <div className={classes.bar}>
        <Group gap={4} wrap="nowrap">
          <ActionIcon
            variant="default"
            size="lg"
            aria-label="Previous week"
            onClick={() => go(dayAfter(chosenDay, -7))}
          >
            <IconChevronLeft size={18} aria-hidden />
          </ActionIcon>
          <Button variant="default" size="sm" onClick={() => go(today)}>
            This week
          </Button>
          <ActionIcon variant="default" size="lg" aria-label="Next week" onClick={() => go(dayAfter(chosenDay, 7))}>
            <IconChevronRight size={18} aria-hidden />
          </ActionIcon>
        </Group>
        <Text fw={600} role="status">
          {`Week ${weekNumber(monday)}: ${calendarDayText(monday)} – ${calendarDayText(days.at(-1) ?? monday)}`}
        </Text>
        {mayPlan ? (
          <Group gap="xs" ml={isPhone ? 0 : 'auto'}>
            <Button
              leftSection={<IconPlus size={18} aria-hidden />}
              onClick={() => adding.open(`~${isPhone ? chosenDay : days.includes(today) ? today : monday}`)}
            >
              Add shift
            </Button>
            {isPhone ? null : (
              <Button
                variant="default"
                leftSection={<IconCopy size={18} aria-hidden />}
                loading={planning.copying.isPending}
                onClick={() => planning.copying.mutate()}
              >
                Copy last week
              </Button>
            )}
            <Menu position="bottom-end">
              <Menu.Target>
                <ActionIcon variant="default" size="lg" aria-label="More">
                  <IconDots size={18} aria-hidden />
                </ActionIcon>
              </Menu.Target>
              <Menu.Dropdown>
                {isPhone ? (
                  <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={() => planning.copying.mutate()}>
                    Copy last week
                  </Menu.Item>
                ) : null}
                <Menu.Item
                  leftSection={<IconFileSpreadsheet size={16} aria-hidden />}
                  disabled={!read.data}
                  onClick={() =>
                    read.data ? saveCsv(`hours-${monday}.csv`, weekCsv(people, days, read.data, zone)) : undefined
                  }
                >
                  Hours as CSV file
                </Menu.Item>
                <Menu.Item leftSection={<IconPrinter size={16} aria-hidden />} onClick={() => window.print()}>
                  Print
                </Menu.Item>
              </Menu.Dropdown>
            </Menu>
          </Group>
        ) : null}
      </div>
      {planning.copying.isError ? <Problem>{saveProblem(planning.copying.error)}</Problem> : null}
      {planning.copying.data ? (
        <CopiedNote copied={planning.copying.data} zone={zone} onClose={() => planning.copying.reset()} />
      ) : null}
      {isMine && read.data ? (
        <div style={{ maxWidth: '46rem', marginBottom: '0.75rem' }}>
          <BalanceLine of={balanceOf(me, days, read.data)} name={myName} />
        </div>
      ) : null}
      {read.isPending || staff.isPending ? (
        <LineSkeletons count={6} height={64} />
      ) : !read.data || !staff.data ? (
        <Problem onRetry={() => void Promise.all([read.refetch(), staff.refetch()])}>
          The week could not be read
        </Problem>
      ) : people.length === 0 ? (
        <EmptyScreen icon={<IconCalendarOff stroke={1.5} />} title="Nobody to plan yet">
          Colleagues appear here when they have a role.
        </EmptyScreen>
      ) : isMine || isPhone ? (
        <>
          {isMine ? null : <DayChoice days={days} chosen={chosenDay} today={today} onChoose={go} />}
          <DayList
            people={people}
            days={isMine ? days : [chosenDay]}
            today={today}
            zone={zone}
            week={read.data}
            me={me}
            actions={isMine ? null : actions}
            onAbsence={openLeave}
          />
        </>
      ) : (
        <WeekGrid
          people={people}
          days={days}
          today={today}
          zone={zone}
          week={read.data}
          templates={templates}
          me={me}
          actions={actions}
          onAbsence={openLeave}
        />
      )}
      {mayPlan && adding.isOpen ? (
        <NewShiftDialog
          zone={zone}
          to={{ ...(user_id ? { user_id } : {}), ...(day ? { day } : {}) }}
          templates={templates}
          onClose={adding.close}
        />
      ) : null}
      {mayPlan && editing.isOpen && read.data ? (
        <EditShiftDialog key={editing.subject} zone={zone} shift={edited} onClose={editing.close} />
      ) : null}
      {mayPlan && moved ? <MoveShiftDialog zone={zone} shift={moved} onClose={moving.close} /> : null}
    </>
  )
}

type DayChoiceProps = { days: readonly string[]; chosen: string; today: string; onChoose: (day: string) => void }

/** The days of a week beside each other on a phone; the list below is of the chosen one. */
const DayChoice = ({ days, chosen, today, onChoose }: DayChoiceProps) => (
  <div className={classes.dayChoice} role="group" aria-label="Day">
    {days.map((day) => (
      <button
        key={day}
        type="button"
        aria-pressed={day === chosen}
        aria-label={weekdayText(day)}
        data-today={day === today || undefined}
        onClick={() => onChoose(day)}
      >
        <span>{weekdayText(day).slice(0, 3)}</span>
        <strong>{Number(day.slice(8))}</strong>
      </button>
    ))}
  </div>
)

/** Colleagues by name, then those who left and still have shifts in the week. */
function peopleOf(staff: readonly Person[], week: Week | undefined): Person[] {
  const gone = new Set((week?.shifts ?? []).map(({ user_id }) => user_id))
  for (const { value } of staff) gone.delete(value)
  return [...staff, ...[...gone].map((value) => ({ value, label: 'Somebody who left' }))]
}

type CopiedNoteProps = { copied: Copied; zone: string; onClose: () => void }

/** What copying the week did, and which shifts were left out. */
function CopiedNote({ copied: { copied, there, skipped }, zone, onClose }: CopiedNoteProps) {
  const count = (shifts: number) => (shifts === 1 ? '1 shift' : `${shifts} shifts`)
  const title =
    copied + there + skipped.length === 0
      ? 'Last week has no shifts to copy'
      : [
          `${count(copied)} copied from last week`,
          there > 0 ? `${count(there)} stood here already` : '',
          skipped.length > 0 ? `${count(skipped.length)} skipped` : '',
        ]
          .filter(Boolean)
          .join(', ')
  return (
    <Alert
      mb="md"
      color={skipped.length > 0 ? 'yellow' : 'process'}
      title={title}
      withCloseButton
      closeButtonLabel="Close"
      onClose={onClose}
      role="status"
    >
      {skipped.length > 0 ? (
        <List size="sm">
          {skipped.map(({ user_id, starts_at, because }) => (
            <List.Item
              key={`${user_id} ${starts_at}`}
            >{`${weekdayText(wallClock(zone, starts_at).day)}: ${because}`}</List.Item>
          ))}
        </List>
      ) : null}
    </Alert>
  )
}
