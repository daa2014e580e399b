import { IconCalendarOff } from '@tabler/icons-react'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { balanceOf } from '../week'
import { BalanceLine } from './balance'
import { CopiedNote } from './copied-note'
import { DayChoice } from './day-choice'
import { DayList } from './day-list'
import { EditShiftDialog, MoveShiftDialog, NewShiftDialog } from './shift-dialogs'
import { useWeekPanel, type WeekHere, type WeekPanelProps } from './use-week-panel'
import { WeekBar } from './week-bar'
import { WeekGrid } from './week-grid'

/** The week: of everybody, or on a phone day by day; planners change it here. */
export function WeekPanel(props: WeekPanelProps) {
  const of = useWeekPanel(props)
  const { copying } = of.planning
  return (
    <>
      <WeekBar of={of} />
      {copying.isError ? <Problem>{saveProblem(copying.error)}</Problem> : null}
      {copying.data ? <CopiedNote copied={copying.data} zone={of.zone} onClose={() => copying.reset()} /> : null}
      {of.isMine && of.week ? (
        <div style={{ maxWidth: '46rem', marginBottom: '0.75rem' }}>
          <BalanceLine of={balanceOf(of.me, of.days, of.week)} name={of.myName} />
        </div>
      ) : null}
      <Shifts of={of} />
      {of.mayPlan ? <ShiftDialogs of={of} /> : null}
    </>
  )
}

/** The shifts of the week, or why there are none to see. */
function Shifts({ of }: { of: WeekHere }) {
  const { zone, today, me, people, days, week, isMine, isPhone, chosenDay } = of
  if (of.isPending) return <LineSkeletons count={6} height={64} />
  if (!week || !of.isRead) return <Problem onRetry={() => void of.readAgain()}>The week could not be read</Problem>
  if (people.length === 0)
    return (
      <EmptyScreen icon={<IconCalendarOff stroke={1.5} />} title="No people to plan yet">
        Colleagues appear here when they have a role.
      </EmptyScreen>
    )
  const shared = { people, today, zone, week, me, onAbsence: of.openLeave }
  if (!isMine && !isPhone) return <WeekGrid {...shared} days={days} templates={of.templates} actions={of.actions} />
  return (
    <>
      {isMine ? null : <DayChoice days={days} chosen={chosenDay} today={today} onChoose={of.go} />}
      <DayList {...shared} days={isMine ? days : [chosenDay]} actions={isMine ? null : of.actions} />
    </>
  )
}

/** The dialogs of shifts. The address of a new one says for whom, on which day and from when. */
function ShiftDialogs({ of: { zone, week, templates, adding, editing, moving } }: { of: WeekHere }) {
  const [user_id = '', day = '', from = ''] = (adding.subject ?? '').split('~')
  const found = (id: string | null) => week?.shifts.find((shift) => shift.id === id) ?? null
  const moved = found(moving.subject)
  return (
    <>
      {adding.isOpen ? (
        <NewShiftDialog
          zone={zone}
          to={{ ...(user_id ? { user_id } : {}), ...(day ? { day } : {}), ...(from ? { from } : {}) }}
          templates={templates}
          onClose={adding.close}
        />
      ) : null}
      {editing.isOpen && week ? (
        <EditShiftDialog key={editing.subject} zone={zone} shift={found(editing.subject)} onClose={editing.close} />
      ) : null}
      {moved ? <MoveShiftDialog zone={zone} shift={moved} onClose={moving.close} /> : null}
    </>
  )
}
