import { Text, TextInput } from '@mantine/core'
import { useState } from 'react'
import { currentFormats } from '@/shared/domain/text/formats'
import { formatMoney, readDecimal } from '@/shared/domain/money/money'
import type { Entry } from '../api/bank.query'

/** True when an entry is in the currency of the books. */
export const isOurCurrency = ({ currency }: { currency: string }): boolean => currency === currentFormats().currency

/** The bank's value of an entry in the currency of the books; null when it gives none. */
export const saidWorth = ({ other_amount, other_currency }: Entry): string | null =>
  other_currency === currentFormats().currency ? other_amount : null

/**
 * An entry in the currency of the books. For another currency: the bank's value, else the typed one; `booked` is null
 * until that is an amount. `worth` is sent along, and absent for an entry in our currency.
 */
export function useWorth(entry: Entry) {
  const [typed, setTyped] = useState('')
  const said = saidWorth(entry)
  if (isOurCurrency(entry)) return { booked: entry, worth: undefined, field: null }
  const { currency } = currentFormats()
  const read = readDecimal(typed, { places: 2, aboveZero: true, most: '999999999.99' })
  const worth = said ?? ('value' in read ? read.value : undefined)
  return {
    booked: worth ? { ...entry, amount: worth, currency } : null,
    worth,
    field: said ? (
      <Text size="sm">{`The bank says that it is worth ${formatMoney(said)}.`}</Text>
    ) : (
      <TextInput
        label={`Worth in ${currency}`}
        description={`What ${formatMoney(entry.amount, entry.currency)} are in the books, as your bank converts it.`}
        inputMode="decimal"
        required
        maw={260}
        value={typed}
        error={typed !== '' && 'problem' in read ? read.problem : null}
        onChange={(event) => setTyped(event.currentTarget.value)}
      />
    ),
  }
}
