import { ActionIcon, Button, Group, Menu, Text } from '@mantine/core'
import {
  IconCalendarOff,
  IconChevronLeft,
  IconChevronRight,
  IconCopy,
  IconDots,
  IconFileSpreadsheet,
  IconPlus,
  IconPrinter,
} from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useIsPhone } from '@/kit/list/use-wide'
import { staffQuery } from '@/shared/db/reads/staff.query'
import { dayAfter, isDay, mondayOf } from '@/shared/domain/time/days'
import { calendarDayText } from '@/shared/domain/text/formats'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { templatesQuery, type Week, weekQuery } from '../api/schedule.query'
import { weekCsv } from '../schedule-csv'
import { saveCsv } from '@/shared/lib/save-file'
import { usePlanning } from '../use-planning'
import { balanceOf, weekFrom, weekNumber } from '../week'
import { BalanceLine } from './balance'
import { DayList } from './day-list'
import { EditShiftDialog, MoveShiftDialog, NewShiftDialog } from './shift-dialogs'
import { type Person, WeekGrid } from './week-grid'
import classes from './schedule.module.css'
import { CopiedNote } from './copied-note'
import { DayChoice } from './day-choice'

type WeekPanelProps = { zone: string; today: string; mayPlan: boolean; isMine: boolean }

/** The week: of everybody, or on a phone day by day; planners change it here. */
export function WeekPanel({ zone, today, mayPlan, isMine }: WeekPanelProps) {
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
  const [user_id = '', day = '', from = ''] = (adding.subject ?? '').split('~')
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
        <EmptyScreen icon={<IconCalendarOff stroke={1.5} />} title="No people to plan yet">
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
          to={{ ...(user_id ? { user_id } : {}), ...(day ? { day } : {}), ...(from ? { from } : {}) }}
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

/** Colleagues by name, then those who left and still have shifts in the week. */
function peopleOf(staff: readonly Person[], week: Week | undefined): Person[] {
  const gone = new Set((week?.shifts ?? []).map(({ user_id }) => user_id))
  for (const { value } of staff) gone.delete(value)
  return [...staff, ...[...gone].map((value) => ({ value, label: 'Former colleague' }))]
}
