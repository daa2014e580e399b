import { TheirsOrMine } from './theirs-or-mine'

type ChangedMeanwhileProps = {
  field: string
  now: string
  /** The record is new: nobody changed it, only what its form proposes is another value now. */
  isProposal?: boolean
  onTake: () => void
  onInsist: () => void
}

/** A field that the person has changed has another value by now: another person's, or a newer proposal. */
export const ChangedMeanwhile = ({ field, now, isProposal = false, onTake, onInsist }: ChangedMeanwhileProps) => (
  <TheirsOrMine
    title={
      isProposal ? `What is proposed for “${field}” changed meanwhile` : `Somebody else changed “${field}” meanwhile`
    }
    {...(isProposal ? { theirs: 'Take it' } : {})}
    onTheirs={onTake}
    onMine={onInsist}
  >
    <span style={{ overflowWrap: 'anywhere' }}>{now === '' ? 'It is empty now.' : `It is “${now}” now.`}</span>
  </TheirsOrMine>
)
