import { Button, Collapse, Group } from '@mantine/core'
import { useDisclosure } from '@mantine/hooks'
import { IconFilter } from '@tabler/icons-react'
import type { ReactNode } from 'react'
import classes from './list.module.css'

type FoldedFiltersProps = {
  /** The search, which is never folded. */
  search: ReactNode
  /** The number of set filters that are folded. */
  count: number
  /** The folded filters; null without any. */
  children: ReactNode
  /** At the end of the line. */
  end?: ReactNode
}

/** The filters of a list on a phone: the search, and one button for all others. */
export function FoldedFilters({ search, count, children, end }: FoldedFiltersProps) {
  const [isOpen, open] = useDisclosure(false)
  return (
    <>
      <div className={classes.bar}>
        {search}
        {children === null ? null : (
          <Button
            variant={count > 0 ? 'light' : 'default'}
            className={classes.barButton ?? ''}
            leftSection={<IconFilter size={16} aria-hidden />}
            rightSection={count > 0 ? count : null}
            aria-label={count > 0 ? `Filters (${count})` : 'Filters'}
            aria-expanded={isOpen}
            onClick={open.toggle}
          />
        )}
        <div className={classes.end}>{end}</div>
      </div>
      <Collapse expanded={isOpen}>
        <Group gap="sm" mb="md">
          {children}
        </Group>
      </Collapse>
    </>
  )
}
