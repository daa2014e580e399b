import { TheirsOrMine } from './theirs-or-mine'

type ChangedMeanwhileProps = { field: string; now: string; onTake: () => void; onInsist: () => void }

/** Somebody else changed a field of a form that the person has changed too. */
export const ChangedMeanwhile = ({ field, now, onTake, onInsist }: ChangedMeanwhileProps) => (
  <TheirsOrMine title={`Somebody else changed “${field}” meanwhile`} onTheirs={onTake} onMine={onInsist}>
    <span style={{ overflowWrap: 'anywhere' }}>{now === '' ? 'It is empty now.' : `It is “${now}” now.`}</span>
  </TheirsOrMine>
)
