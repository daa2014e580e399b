import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

type TheirsOrMineProps = {
  title: string
  /** The label for taking the other value. */
  theirs?: string
  /** The label for keeping the own value. The form decides whether that saves at once. */
  mine?: string
  onTheirs: () => void
  onMine: () => void
  /** The other person's current values. */
  children: ReactNode
}

/** The conflict notice when another person changed the same field: nothing is saved before a choice. */
export const TheirsOrMine = ({
  title,
  theirs = 'Take theirs',
  mine = 'Keep mine',
  onTheirs,
  onMine,
  children,
}: TheirsOrMineProps) => (
  <Alert color="yellow" role="alert" data-undecided tabIndex={-1} title={title}>
    <Group gap="xs">
      {children}
      <Button size="compact-md" fz="sm" variant="default" onClick={onTheirs}>
        {theirs}
      </Button>
      <Button size="compact-md" fz="sm" variant="default" onClick={onMine}>
        {mine}
      </Button>
    </Group>
  </Alert>
)
