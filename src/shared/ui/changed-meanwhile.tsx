import { Alert, Button, Group } from '@mantine/core'

type ChangedMeanwhileProps = { field: string; now: string; onTake: () => void; onInsist: () => void }

/** Somebody else changed a field that the person is typing in: theirs or mine is asked before anything is saved. */
export const ChangedMeanwhile = ({ field, now, onTake, onInsist }: ChangedMeanwhileProps) => (
  <Alert color="yellow" role="alert" data-undecided tabIndex={-1} title={`Somebody else changed “${field}” meanwhile`}>
    <Group gap="xs">
      <span style={{ overflowWrap: 'anywhere' }}>{now === '' ? 'It is empty now.' : `It is “${now}” now.`}</span>
      <Button size="compact-sm" variant="default" onClick={onTake}>
        Take theirs
      </Button>
      <Button size="compact-sm" variant="default" onClick={onInsist}>
        Keep mine
      </Button>
    </Group>
  </Alert>
)
