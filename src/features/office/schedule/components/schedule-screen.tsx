import { Badge, Button, Tabs } from '@mantine/core'
import { IconBeach, IconUserOff } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { useLive } from '@/kit/live/use-live'
import { companyZoneQuery } from '@/shared/db/reads/company-zone.query'
import { topics } from '@/shared/domain/records/nudge'
import { hasPermission } from '@/shared/domain/people/permission'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { useFormats } from '@/shared/hooks/use-formats'
import { useNow } from '@/shared/hooks/use-now'
import { leaveQuery, scheduleKey, scheduleTables } from '../api/schedule.query'
import { wallClock } from '@/shared/domain/time/zoned'
import { AskLeaveDialog, EnterAbsenceDialog } from './leave-dialogs'
import { LeaveList } from './leave-list'
import { ContractsPanel, TemplatesPanel } from './schedule-tables'
import classes from './schedule.module.css'
import { WeekPanel } from './week-panel'

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
      {leave.isOpen ? <AskLeaveDialog day={leave.subject} onClose={leave.close} /> : null}
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
