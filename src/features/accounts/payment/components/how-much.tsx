import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { compared, exact } from '@/shared/domain/money/decimal'
import { formatMoney, readDecimal } from '@/shared/domain/money/money'
import type { Owed } from '../api/owed.query'

/** The smallest part payment of an invoice, as decimal text. The database refuses less. */
const leastPart = '1.00'

/**
 * Chooses the whole amount of an invoice or a part. `onChoose` gets `all`, a part as decimal text, or null while the
 * typed amount is invalid.
 */
export function HowMuch({ owed, onChoose }: { owed: Owed; onChoose: (amount: string | null) => void }) {
  const [isPart, setIsPart] = useState(false)
  const [typed, setTyped] = useState('')
  if (compared(exact(owed.whole), exact(leastPart)) <= 0) return null
  const bounds = `From ${formatMoney(leastPart, owed.currency)} to ${formatMoney(owed.whole, owed.currency)}`
  const read = (text: string) => readDecimal(text, { places: 2, least: leastPart, most: owed.whole })
  const problem = () => {
    const found = read(typed)
    return 'problem' in found ? (/^At (least|most)/.test(found.problem) ? `${bounds}, please` : found.problem) : null
  }
  const type = (text: string) => {
    setTyped(text)
    const found = read(text)
    onChoose('value' in found ? found.value : null)
  }
  return (
    <Radio.Group
      label="How much"
      value={isPart ? 'part' : 'whole'}
      onChange={(value) => {
        setIsPart(value === 'part')
        if (value === 'part') type(typed)
        else onChoose('all')
      }}
    >
      <Stack gap="xs" mt="xs">
        <Radio value="whole" label={`All that is open: ${formatMoney(owed.whole, owed.currency)}`} />
        <Radio value="part" label="Another amount" />
        {isPart ? (
          <TextInput
            label="Amount"
            description={`${bounds}. The rest stays open.`}
            inputMode="decimal"
            autoFocus
            maw={260}
            ml={32}
            value={typed}
            error={typed.trim() === '' ? null : problem()}
            onChange={(event) => type(event.currentTarget.value)}
          />
        ) : null}
      </Stack>
    </Radio.Group>
  )
}
