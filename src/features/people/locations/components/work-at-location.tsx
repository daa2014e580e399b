import { Badge, Skeleton, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { dayText } from '@/shared/domain/text/formats'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import list from '@/shared/ui/page/record-list.module.css'
import page from '@/shared/ui/page/record-page.module.css'
import { hangingQuery } from '../api/locations.query'
import classes from './locations.module.css'
import { RecordLink } from '@/shared/ui/page/record-links'

/** The tasks and deliveries at a location, open ones first. */
export function WorkAtLocation({ id }: { id: string }) {
  const rights = useRights()
  const hanging = useQuery(hangingQuery(id))
  if (hanging.isPending) return <Skeleton height={120} aria-hidden />
  if (!hanging.data) {
    return <Problem onRetry={() => void hanging.refetch()}>The tasks and deliveries could not be read</Problem>
  }
  const openFirst = <Row extends { status: string }>(rows: readonly Row[], done: readonly string[]) =>
    rows.toSorted((a, b) => Number(done.includes(a.status)) - Number(done.includes(b.status)))

  return (
    <>
      {can(rights, 'tasks', 'view') ? (
        <Part title="Tasks" empty="No task here.">
          {openFirst(hanging.data.tasks, ['completed']).map(({ id: taskId, title, status, due_at: due }) => (
            <li key={taskId} className={classes.hanging}>
              <RecordLink kind="task" id={taskId} c={status === 'completed' ? 'dimmed' : 'inherit'}>
                {title}
              </RecordLink>
              <Text size="sm" c="dimmed">
                {status === 'completed' ? 'Done' : due ? `Due ${dayText(due)}` : status.replaceAll('_', ' ')}
              </Text>
            </li>
          ))}
        </Part>
      ) : null}
      {can(rights, 'deliveries', 'view') ? (
        <Part title="Deliveries" empty="No delivery here.">
          {openFirst(hanging.data.deliveries, ['delivered', 'cancelled', 'failed']).map((delivery) => (
            <li key={delivery.id} className={classes.hanging}>
              <RecordLink kind="delivery" id={delivery.id} c="inherit">
                {delivery.delivery_number} · {delivery.project_title}
              </RecordLink>
              <Badge size="sm" variant="default">
                {delivery.status.replaceAll('_', ' ')}
                {delivery.scheduled_at ? ` · ${dayText(delivery.scheduled_at)}` : ''}
              </Badge>
            </li>
          ))}
        </Part>
      ) : null}
    </>
  )
}

const Part = ({ title, empty, children }: { title: string; empty: string; children: ReactNode[] }) => (
  <section className={page.panel} aria-label={title}>
    <Title order={3} mb="xs">
      {title}
    </Title>
    {children.length === 0 ? (
      <Text size="sm" c="dimmed">
        {empty}
      </Text>
    ) : (
      <ul className={list.plain}>{children}</ul>
    )}
  </section>
)
