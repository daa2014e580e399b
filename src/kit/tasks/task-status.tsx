import { IconCircle, IconCircleCheck, IconCircleDashed, IconClockPause, IconProgress } from '@tabler/icons-react'
import { waitingWords } from '@/shared/domain/web/network-words'
import { statusLabels } from '@/shared/domain/tasks/task'
import classes from './task-status.module.css'

const marks = {
  completed: { Icon: IconCircleCheck, colour: 'var(--mantine-color-anchor)' },
  in_progress: { Icon: IconProgress, colour: 'var(--mantine-color-anchor)' },
  pending: { Icon: IconCircleDashed, colour: 'var(--mantine-color-dimmed)' },
}
const neutral = { Icon: IconCircle, colour: 'var(--mantine-color-dimmed)' }

const isMarked = (status: string): status is keyof typeof marks => Object.hasOwn(marks, status)

export function StatusIcon({ status }: { status: string }) {
  const { Icon, colour } = isMarked(status) ? marks[status] : neutral
  return <Icon size={18} stroke={1.5} color={colour} aria-hidden />
}

/** The state of a task: an icon a status, neutral for any other word (spec 2 §4). */
export const TaskStatus = ({ status, isUnsent = false }: { status: string; isUnsent?: boolean }) => (
  <span className={classes.status}>
    <StatusIcon status={status} />
    <span>{statusLabels[status] ?? status}</span>
    {isUnsent ? <UnsentMark /> : null}
  </span>
)

/** The status was chosen here, and the server does not have it yet. */
export const UnsentMark = () => (
  <IconClockPause size={16} stroke={1.5} color="var(--mantine-color-dimmed)" role="img" aria-label={waitingWords}>
    <title>{waitingWords}</title>
  </IconClockPause>
)
