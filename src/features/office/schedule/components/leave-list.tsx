import { Badge, Button, Group, Text, Title } from '@mantine/core'
import { IconBeach } from '@tabler/icons-react'
import { notifications } from '@mantine/notifications'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef } from 'react'
import { useSearchParams } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { confirmChange, confirmRemoval } from '@/kit/confirm'
import { useDialog } from '@/kit/dialog/use-dialog'
import { ReasonDialog } from '@/kit/record/reason-dialog'
import { weekdayText } from '@/shared/domain/text/formats'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { approveLeave, isAboutShifts, refuseLeave, withdrawLeave } from '../api/schedule.mutation'
import { type Absence, leaveQuery, scheduleKey } from '../api/schedule.query'
import { useColleagues } from '../shift-fields'
import { kindLabel, statusLook } from '../words'
import classes from './schedule.module.css'

type LeaveListProps = { mayPlan: boolean; today: string }

const daysText = ({ starts_on, ends_on }: Absence): string =>
  starts_on === ends_on ? weekdayText(starts_on) : `${weekdayText(starts_on)} to ${weekdayText(ends_on)}`

/** Leave requests and absences, waiting ones first. Planners see everybody's, others their own. */
export function LeaveList({ mayPlan, today }: LeaveListProps) {
  const { id: me } = useCurrentUser()
  const [search] = useSearchParams()
  const read = useQuery(leaveQuery)
  const shown = (read.data ?? []).filter(({ user_id }) => mayPlan || user_id === me)
  const waiting = shown.filter(({ status }) => status === 'requested')
  const others = shown.filter(({ status }) => status !== 'requested')
  const item = (absence: Absence) => (
    <LeaveItem
      key={absence.id}
      absence={absence}
      mayPlan={mayPlan}
      isMine={absence.user_id === me}
      isMeant={absence.id === search.get('leave')}
      today={today}
    />
  )
  if (read.isPending) return <LineSkeletons count={4} height={72} />
  if (read.isError && !read.data)
    return <Problem onRetry={() => void read.refetch()}>The absences could not be read</Problem>
  if (shown.length === 0)
    return (
      <EmptyScreen icon={<IconBeach stroke={1.5} />} title="No absences yet">
        Planners are notified of a request and answer it here.
      </EmptyScreen>
    )
  return (
    <>
      {waiting.length > 0 ? (
        <>
          <Title order={2} size="h4" mb="xs">
            Waiting for an answer
          </Title>
          <ul className={classes.leave}>{waiting.map(item)}</ul>
        </>
      ) : null}
      {others.length > 0 ? (
        <>
          <Title order={2} size="h4" mb="xs" mt={waiting.length > 0 ? 'lg' : 0}>
            Answered
          </Title>
          <ul className={classes.leave}>{others.map(item)}</ul>
        </>
      ) : null}
    </>
  )
}

type LeaveItemProps = { absence: Absence; mayPlan: boolean; isMine: boolean; isMeant: boolean; today: string }

function LeaveItem({ absence, mayPlan, isMine, isMeant, today }: LeaveItemProps) {
  const queryClient = useQueryClient()
  const refusing = useDialog('refuse-leave')
  const line = useRef<HTMLLIElement>(null)
  useEffect(() => {
    if (isMeant) line.current?.scrollIntoView({ block: 'nearest' })
  }, [isMeant])
  const person = useColleagues().find(({ value }) => value === absence.user_id)?.label ?? 'Former colleague'
  const look = statusLook(absence.status)
  const onSettled = () => queryClient.invalidateQueries({ queryKey: scheduleKey })
  const say = (title: string) => (error: Error) =>
    notifications.show({ color: 'red', title, message: saveProblem(error), autoClose: 10_000 })
  const approving = useActMutation({
    mutationFn: (clearsShifts: boolean) => approveLeave(absence.id, clearsShifts),
    onError: (error: Error) => {
      if (!isAboutShifts(error)) return say('Not approved')(error)
      confirmChange({
        title: `${saveProblem(error)}. Approve the leave and remove them?`,
        text: `${daysText(absence)}. The shifts disappear from the schedule.`,
        confirm: 'Approve and remove shifts',
        onConfirm: () => approving.mutate(true),
      })
    },
    onSettled,
  })
  const withdrawing = useActMutation({
    mutationFn: () => withdrawLeave(absence.id),
    onError: say('Not withdrawn'),
    onSettled,
  })
  const isOpen = absence.status === 'requested' || absence.status === 'approved'
  const mayWithdraw = isOpen && (mayPlan || (isMine && (absence.status === 'requested' || absence.starts_on > today)))
  const isRequest = absence.status === 'requested'
  return (
    <li className={classes.leaveItem} data-meant={isMeant || undefined} ref={line}>
      <div>
        <Group gap="xs">
          <Text fw={600}>{isMine && !mayPlan ? kindLabel(absence.kind) : `${person}, ${kindLabel(absence.kind)}`}</Text>
          <Badge variant="light" color={look.colour}>
            {look.label}
          </Badge>
        </Group>
        <Text size="sm">{daysText(absence)}</Text>
        {absence.reason ? (
          <Text size="sm" c="dimmed" style={{ overflowWrap: 'anywhere' }}>
            {absence.reason}
          </Text>
        ) : null}
        {absence.answer ? (
          <Text size="sm" style={{ overflowWrap: 'anywhere' }}>{`Answer: ${absence.answer}`}</Text>
        ) : null}
      </div>
      <Group gap="xs" align="start" className={classes.noPrint ?? ''}>
        {mayPlan && isRequest ? (
          <>
            <Button
              size="sm"
              loading={approving.isPending}
              aria-label={`Approve the leave of ${person}`}
              onClick={() => approving.mutate(false)}
            >
              Approve
            </Button>
            <Button
              size="sm"
              variant="default"
              aria-label={`Refuse the leave of ${person}`}
              onClick={() => refusing.open(absence.id)}
            >
              Refuse…
            </Button>
          </>
        ) : null}
        {mayWithdraw && (isMine || !isRequest) ? (
          <Button
            size="sm"
            variant="subtle"
            color="gray"
            loading={withdrawing.isPending}
            onClick={() =>
              confirmRemoval({
                title: isRequest ? 'Withdraw this request?' : 'Withdraw this absence?',
                text: `${kindLabel(absence.kind)}, ${daysText(absence)}. ${isMine ? 'Those who plan shifts are told.' : `${person} is told.`}`,
                confirm: 'Withdraw',
                onConfirm: () => withdrawing.mutate(),
              })
            }
          >
            Withdraw
          </Button>
        ) : null}
      </Group>
      {refusing.isOpen && refusing.subject === absence.id ? (
        <ReasonDialog
          title={`Refuse the leave of ${person}`}
          text={`${person} reads the reason.`}
          submitLabel="Refuse"
          name={`refuse-leave-${absence.id}`}
          queryKey={scheduleKey}
          save={(reason) => refuseLeave(absence.id, reason)}
          onClose={refusing.close}
        />
      ) : null}
    </li>
  )
}
