import { Button, Group, Text } from '@mantine/core'
import classes from './settings-form.module.css'

type ConflictProps = { label: string; theirs: string; onTheirs: () => void; onMine: () => void }

/** Under a field that somebody else changed while one was typing: what they wrote, and whose value is to stay. */
export const Conflict = ({ label, theirs, onTheirs, onMine }: ConflictProps) => (
  <div className={classes.conflict} role="alert">
    <Text size="sm">
      {theirs === '' ? 'Somebody else emptied this meanwhile.' : `Somebody else changed this meanwhile to “${theirs}”.`}
    </Text>
    <Group gap="xs" mt={4}>
      <Button size="compact-sm" variant="default" aria-label={`${label}: take theirs`} onClick={onTheirs}>
        Take theirs
      </Button>
      <Button size="compact-sm" variant="default" aria-label={`${label}: keep mine`} onClick={onMine}>
        Keep mine
      </Button>
    </Group>
  </div>
)
