import { Button, Text } from '@mantine/core'
import { formatMoney } from '@/shared/domain/money/money'
import { sumOf } from '../../shared/payment/allocation'
import type { Entry } from '../api/bank.query'
import classes from './bank.module.css'

type ChosenProps = {
  entries: readonly Entry[]
  isAll: boolean
  onAll: () => void
  onBook: () => void
  onIgnore: () => void
  onClear: () => void
}

/** The actions on the chosen entries. */
export const Chosen = ({ entries, isAll, onAll, onBook, onIgnore, onClear }: ChosenProps) => (
  <div className={classes.chosen} role="group" aria-label="Chosen entries">
    <Text fw={600}>{entries.length === 1 ? '1 entry chosen' : `${entries.length} entries chosen`}</Text>
    <Text size="sm" c="dimmed">
      {sumsOf(entries)}
    </Text>
    <Button size="xs" onClick={onBook} disabled={entries.length > 200}>
      Book to an account
    </Button>
    <Button size="xs" variant="default" onClick={onIgnore} disabled={entries.length > 200}>
      Ignore
    </Button>
    {isAll ? null : (
      <Button size="xs" variant="default" onClick={onAll}>
        Choose all
      </Button>
    )}
    <Button size="xs" variant="subtle" color="gray" onClick={onClear}>
      Choose none
    </Button>
  </div>
)

/** The sum of each currency; money out is negative. */
function sumsOf(entries: readonly Entry[]): string {
  const currencies = [...new Set(entries.map(({ currency }) => currency))]
  return currencies
    .map((currency) =>
      formatMoney(
        sumOf(
          entries
            .filter((entry) => entry.currency === currency)
            .map(({ amount, direction }) => ({ amount: direction === 'out' ? `-${amount}` : amount })),
        ),
        currency,
      ),
    )
    .join(' and ')
}
