import { Skeleton } from '@mantine/core'
import { lazy, Suspense } from 'react'
import { can } from '@/shared/domain/people/permission'
import { readRecordKey } from '@/shared/domain/tasks/about-record'
import { useRights } from '@/shared/hooks/current-user'
import { AboutPill } from './about-pill'
import classes from '../task-filters.module.css'

const OrderFilter = lazy(async () => ({ default: (await import('./order-filter')).OrderFilter }))

type AboutFilterProps = { about: string | null; onChange: (about: string | null) => void }

/** The record that the listed tasks are about. An order is found here; one comes here from the page of another record. */
export function AboutFilter({ about, onChange }: AboutFilterProps) {
  const record = readRecordKey(about)
  const rights = useRights()
  if (about !== null && record !== null && record.kind !== 'order')
    return <AboutPill about={about} kind={record.kind} onClear={() => onChange(null)} />
  if (record === null && !can(rights, 'orders', 'view')) return null
  return (
    <Suspense fallback={<Skeleton height={36} className={classes.choice} />}>
      <OrderFilter about={about} onChange={onChange} />
    </Suspense>
  )
}
