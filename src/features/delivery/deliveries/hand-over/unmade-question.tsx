import { Checkbox } from '@mantine/core'
import classes from '../components/delivery.module.css'

type UnmadeProps = { notMade: string | null; isAgreed: boolean; onAgree: (isAgreed: boolean) => void }

/** The question above the button where something is not made yet; nothing where all is made. */
export const UnmadeQuestion = ({ notMade, isAgreed, onAgree }: UnmadeProps) =>
  notMade ? (
    <Checkbox
      size="md"
      classNames={{ label: classes.unmade ?? '' }}
      label={`Not made yet: ${notMade}. Hand over all the same?`}
      checked={isAgreed}
      onChange={(event) => onAgree(event.currentTarget.checked)}
    />
  ) : null
