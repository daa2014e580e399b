import { Anchor, Button, Group, Text, Title } from '@mantine/core'
import { IconLock, IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link, useLocation } from 'react-router-dom'
import { staffQuery, type Colleague } from '@/shared/db/reads/staff.query'
import { can } from '@/shared/domain/people/permission'
import { topics } from '@/shared/domain/records/nudge'
import { recordKey, type TaskRecord } from '@/shared/domain/tasks/about-record'
import { isPrivate } from '@/shared/domain/tasks/task'
import { useCurrentUser } from '@/shared/hooks/current-user'
import { useMinute } from '@/shared/hooks/use-minute'
import { linkTo } from '@/shared/lib/address'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { PersonAvatar } from '@/shared/ui/parts/person-avatar'
import { useLive } from '../live/use-live'
import { DueMark } from './due-mark'
import { recordTasksQuery, type RecordTask } from './record-tasks.query'
import classes from './record-tasks.module.css'
import { StatusIcon } from './task-status'

/** The open tasks about a record, live, and the way to make one. */
export function TasksOfRecord(record: TaskRecord) {
  const { id: me, rights } = useCurrentUser()
  const query = recordTasksQuery(record)
  const tasks = useQuery(query)
  const { data: staff = [] } = useQuery(staffQuery)
  useLive(query.queryKey, [
    { page: 'tasks', tables: ['tasks'] },
    { topic: topics.user(me), tables: ['tasks'] },
  ])
  const now = useMinute()
  const add = useWith('new-task', recordKey(record))
  const all = `${linkTo('/tasks')}?show=all&about=${recordKey(record)}`
  return (
    <section className={page.panel} aria-label="Tasks" data-no-print>
      <Group justify="space-between" gap="xs" wrap="nowrap" mb={4}>
        <Title order={2} size="h4">
          Tasks
        </Title>
        {can(rights, 'tasks', 'create') ? (
          <Button
            component={Link}
            to={add}
            size="compact-sm"
            variant="subtle"
            mr={-8}
            leftSection={<IconPlus size={16} aria-hidden />}
          >
            New task
          </Button>
        ) : null}
      </Group>
      {tasks.isError && tasks.data === undefined ? (
        <Problem onRetry={() => void tasks.refetch()}>The tasks could not be read</Problem>
      ) : null}
      {tasks.data?.open.length === 0 ? (
        <Text size="sm" c="dimmed">
          Nothing is open.
        </Text>
      ) : (
        <ul className={classes.list}>
          {tasks.data?.open.map((task) => (
            <Row key={task.id} task={task} staff={staff} now={now} isOf={record} />
          ))}
        </ul>
      )}
      {tasks.data && tasks.data.open.length + tasks.data.done > 0 ? (
        <Anchor component={Link} to={all} size="sm" display="inline-block" mt={4}>
          {tasks.data.done > 0 ? `All tasks, ${tasks.data.done} done` : 'All tasks'}
        </Anchor>
      ) : null}
    </section>
  )
}

/** The present address with one more parameter. */
function useWith(name: string, value: string): string {
  const { pathname, search, hash } = useLocation()
  const next = new URLSearchParams(search)
  next.set(name, value)
  return `${pathname}?${next}${hash}`
}

type RowProps = { task: RecordTask; staff: readonly Colleague[]; now: number; isOf: TaskRecord }

function Row({ task, staff, now, isOf }: RowProps) {
  const open = useWith('task', task.id)
  const part = isOf.kind === 'order' ? (task.job?.job_number ?? task.delivery?.delivery_number) : null
  const names = task.assignees.map((id) => staff.find(({ value }) => value === id)?.label ?? 'Somebody')
  return (
    <li className={classes.row}>
      <StatusIcon status={task.status} />
      <Link to={open} className={classes.title}>
        {task.title}
      </Link>
      <span className={classes.facts}>
        {part ? <span className={classes.part}>{part}</span> : null}
        <DueMark task={task} now={now} />
        {isPrivate(task) ? (
          <IconLock size={16} stroke={1.5} role="img" aria-label="Private" />
        ) : (
          <span role="img" aria-label={names.join(', ')} title={names.join(', ')} className={classes.people}>
            {names.slice(0, 3).map((name, place) => (
              <PersonAvatar key={place} name={name} size={22} />
            ))}
            {names.length > 3 ? <span className={classes.part}>+{names.length - 3}</span> : null}
          </span>
        )}
      </span>
    </li>
  )
}
