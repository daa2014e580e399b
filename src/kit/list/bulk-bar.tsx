import { Button, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { countText } from '@/shared/domain/text/formats'
import classes from './list.module.css'

type BulkBarProps = {
  /** What is chosen, in the plural. */
  name: string
  count: number
  onClear: () => void
  children: ReactNode
}

/** How many rows are chosen, and what can be done with them. It stays at the foot of the window. */
export const BulkBar = ({ name, count, onClear, children }: BulkBarProps) => (
  <div className={classes.bulk} data-bottom-bar role="group" aria-label={`Chosen ${name}`}>
    <Text size="sm">{`${countText(count)} chosen`}</Text>
    {children}
    <Button variant="subtle" onClick={onClear}>
      Clear
    </Button>
  </div>
)
