import { Alert, Button, Group, Stack } from '@mantine/core'
import type { ReactNode } from 'react'

type ChangedMeanwhileProps = { what: string; onSaveMine: () => void; onTakeTheirs: () => void; children: ReactNode }

/** Somebody else saved first: their words, and the choice between the two. */
export const ChangedMeanwhile = ({ what, onSaveMine, onTakeTheirs, children }: ChangedMeanwhileProps) => (
  <Alert color="yellow" title={`Somebody else changed the ${what} meanwhile. Yours is not saved yet. Theirs:`}>
    <Stack gap="sm">
      {children}
      <Group gap="xs">
        <Button size="compact-md" fz="sm" onClick={onSaveMine}>
          Save mine over it
        </Button>
        <Button size="compact-md" fz="sm" variant="default" onClick={onTakeTheirs}>
          Take theirs
        </Button>
      </Group>
    </Stack>
  </Alert>
)
