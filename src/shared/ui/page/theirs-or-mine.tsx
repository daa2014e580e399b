import { Alert, Button, Group } from '@mantine/core'
import type { ReactNode } from 'react'

type TheirsOrMineProps = {
  title: string
  /** What choosing one's own does: whether it is saved at once is for the form to say. */
  mine?: string
  onTheirs: () => void
  onMine: () => void
  /** Theirs, as they stand now. */
  children: ReactNode
}

/** Somebody else changed what a person is typing: nothing is saved before one of the two was chosen. */
export const TheirsOrMine = ({ title, mine = 'Keep mine', onTheirs, onMine, children }: TheirsOrMineProps) => (
  <Alert color="yellow" role="alert" data-undecided tabIndex={-1} title={title}>
    <Group gap="xs">
      {children}
      <Button size="compact-md" fz="sm" variant="default" onClick={onTheirs}>
        Take theirs
      </Button>
      <Button size="compact-md" fz="sm" variant="default" onClick={onMine}>
        {mine}
      </Button>
    </Group>
  </Alert>
)
