import { Badge, Group, Stack, Text } from '@mantine/core'
import { IconLock } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import { momentText } from '@/shared/domain/text/formats'
import { isPrivate } from '@/shared/domain/tasks/task'
import { mayChange } from '@/shared/domain/tasks/task-rights'
import { useCurrentUser } from '@/shared/hooks/current-user'
import type { Present } from '@/streams/presence/roster'
import type { Colleague } from '../api/staff.query'
import type { TaskDetail } from '../api/detail/task-detail.query'
import { TaskFiles } from './files/task-files'
import { useTaskFiles } from './files/use-task-files'
import { AboutLinks } from './about-links'
import { Checklist } from './text/checklist'
import { Comments } from './comments/comments'
import { Description } from './text/description'
import classes from './open-task.module.css'
import { nameOf } from './people'
import { RelatedTo } from './related-to'
import { StatusChoice } from './status-choice'
import { TaskActions } from './task-actions'
import { TaskDue } from './task-due'
import { TaskPeople } from './task-people'
import { TaskTime } from './task-time'
import { TaskTitle } from './task-title'

type OpenTaskProps = {
  task: TaskDetail
  staff: readonly Colleague[] | undefined
  others: readonly Present[]
  onTyped: () => void
  onDeleted: () => void
}

/** One task: description and comments on the left, its properties on the right. */
export function OpenTask({ task, staff, others, onTyped, onDeleted }: OpenTaskProps) {
  const user = useCurrentUser()
  const isMine = mayChange(task, user)
  const files = useTaskFiles(task.id)

  return (
    <div className={classes.task} onPaste={isMine ? files.paste : undefined}>
      <Group component="header" gap="sm" align="flex-start" wrap="nowrap" className={classes.head}>
        <TaskTitle task={task} mayChange={isMine} onTyped={onTyped} />
        {isPrivate(task) && task.created_by === user.id ? (
          <Badge variant="default" h={28} leftSection={<IconLock size={12} aria-hidden />}>
            Private
          </Badge>
        ) : null}
        <TaskActions task={task} onDeleted={onDeleted} />
      </Group>
      <Stack gap="lg" className={classes.content} data-over={files.isOver || undefined} {...(isMine ? files.zone : {})}>
        <Description
          task={task}
          staff={staff}
          mayChange={isMine}
          onTyped={onTyped}
          onFile={(file) => files.addFiles([file])}
        />
        <Checklist task={task} mayChange={isMine} />
        <TaskFiles stored={task.images} names={task.file_names} files={files} mayChange={isMine} />
      </Stack>
      <Facts task={task} staff={staff} mayChange={isMine} />
      <div className={classes.talk}>
        <Comments task={task} staff={staff} others={others} onTyped={onTyped} />
      </div>
    </div>
  )
}

type FactsProps = Pick<OpenTaskProps, 'task' | 'staff'> & { mayChange: boolean }

/** The properties of a task. */
const Facts = ({ task, staff, mayChange }: FactsProps) => (
  <Stack component="aside" gap="lg" className={classes.facts} aria-label="About this task">
    <Fact name="Status">
      <StatusChoice task={task} mayChange={mayChange} />
    </Fact>
    <Fact name="Due">
      <TaskDue task={task} mayChange={mayChange} />
    </Fact>
    <Fact name="Time">
      <TaskTime task={task} />
    </Fact>
    <Fact name="People">
      <TaskPeople task={task} staff={staff} />
    </Fact>
    <Fact name="Related to">
      <AboutLinks task={task} />
      <RelatedTo task={task} mayChange={mayChange} />
    </Fact>
    <Text size="xs" c="dimmed">
      Created by {nameOf(staff, task.created_by)} on {momentText(task.created_at)}
    </Text>
  </Stack>
)

const Fact = ({ name, children }: { name: string; children: ReactNode }) => (
  <Stack component="section" gap="xs" aria-label={name}>
    <Text component="h3" size="sm" fw={650} m={0}>
      {name}
    </Text>
    {children}
  </Stack>
)
