import { Radio, Stack, TextInput } from '@mantine/core'
import { useState } from 'react'
import { compared, exact } from '@/shared/domain/money/decimal'
import { accountsPart } from '@/shared/domain/texts/accounts/part'
import { useSay } from '@/kit/client-page/use-say'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { decimalText, formatMoney, readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import type { EarlyPayment, Owed } from '../api/owed.query'

/** The smallest part payment of an invoice, as decimal text. The database refuses less. */
const leastPart = '1.00'

/**
 * Chooses the whole amount of an invoice or a part. `onChoose` gets `all`, a part as decimal text, or null while the
 * typed amount is invalid.
 */
export function HowMuch({ owed, onChoose }: { owed: Owed; onChoose: (amount: string | null) => void }) {
  const say = useSay(accountsPart)
  const { early } = owed
  const [choice, setChoice] = useState<'early' | 'whole' | 'part'>(early ? 'early' : 'whole')
  const [typed, setTyped] = useState('')
  if (compared(exact(owed.whole), exact(leastPart)) <= 0) return null
  const bounds = { least: formatMoney(leastPart, owed.currency), most: formatMoney(owed.whole, owed.currency) }
  const read = (text: string) => readDecimal(text, { places: 2, least: leastPart, most: owed.whole })
  const problem = () => {
    const found = read(typed)
    if ('value' in found) return null
    return /^At (least|most)/.test(found.problem)
      ? say('bounds_please', bounds)
      : say('enter_number', { example: decimalText('1250.50') })
  }
  const type = (text: string) => {
    setTyped(text)
    const found = read(text)
    onChoose('value' in found ? found.value : null)
  }
  return (
    <Radio.Group
      label={say('how_much')}
      value={choice}
      onChange={(value) => {
        setChoice(value === 'part' || value === 'early' ? value : 'whole')
        if (value === 'part') type(typed)
        else onChoose(value === 'early' && early ? early.pays : 'all')
      }}
    >
      <Stack gap="xs" mt="xs">
        {early ? <EarlyChoice early={early} currency={owed.currency} /> : null}
        <Radio value="whole" label={say('all_that_is_open', { amount: formatMoney(owed.whole, owed.currency) })} />
        <Radio value="part" label={say('another_amount')} />
        {choice === 'part' ? (
          <TextInput
            label={say('amount')}
            description={say('bounds_hint', bounds)}
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

function EarlyChoice({ early, currency }: { early: EarlyPayment; currency: string }) {
  const say = useSay(accountsPart)
  const { day } = usePageWords()
  const words = {
    day: day(early.until),
    amount: formatMoney(early.pays, currency),
    percent: shortDecimalText(early.percent),
  }
  return <Radio value="early" label={say('early_choice', words)} />
}
