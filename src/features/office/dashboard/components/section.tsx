import { Anchor, Skeleton, Stack, Text, Title } from '@mantine/core'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { Problem } from '@/shared/ui/page/problem'
import classes from './dashboard.module.css'

type SectionProps<Data> = {
  title: string
  more?: { label: string; to: string }
  query: UseQueryResult<Data>
  isEmpty: (data: Data) => boolean
  empty: string
  children: (data: Data) => ReactNode
}

/** A list of the dashboard with its skeleton, its empty and its error state. */
export function Section<Data>({ title, more, query, isEmpty, empty, children }: SectionProps<Data>) {
  return (
    <section aria-label={title}>
      <header className={classes.sectionHeader}>
        <Title order={2}>{title}</Title>
        {more ? (
          <Anchor component={Link} to={more.to} size="sm">
            {more.label}
          </Anchor>
        ) : null}
      </header>
      <Content query={query} isEmpty={isEmpty} empty={empty}>
        {children}
      </Content>
    </section>
  )
}

function Content<Data>({ query, isEmpty, empty, children }: Omit<SectionProps<Data>, 'title' | 'more'>) {
  if (query.data !== undefined) {
    return isEmpty(query.data) ? (
      <Text c="dimmed" className={classes.note}>
        {empty}
      </Text>
    ) : (
      <ul className={classes.rows}>{children(query.data)}</ul>
    )
  }
  if (query.isError) {
    return <Problem onRetry={() => void query.refetch()}>This list could not be read</Problem>
  }
  return (
    <Stack gap="sm" className={classes.note ?? ''} aria-hidden="true">
      {[70, 55, 80].map((width) => (
        <Skeleton key={width} height={14} width={`${width}%`} />
      ))}
    </Stack>
  )
}
