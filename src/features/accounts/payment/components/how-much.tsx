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

/** What a payer chose for an invoice. The words of “another amount” stay while another choice is tried. */
type Choice = { by: 'early' | 'whole' | 'part'; typed: string }

const isPartPossible = (owed: Owed) => compared(exact(owed.whole), exact(leastPart)) > 0
const readPart = (typed: string, owed: Owed) => readDecimal(typed, { places: 2, least: leastPart, most: owed.whole })

/** The choice as it holds now: without a cash discount, or where no part can be paid, it is all that is open. */
function holding({ by }: Choice, owed: Owed): Choice['by'] {
  if (by === 'early') return owed.early ? 'early' : 'whole'
  return by === 'part' && isPartPossible(owed) ? 'part' : 'whole'
}

/** What a choice pays of what is open now: a part as decimal text, `all`, or null while the typed amount is invalid. */
function paidBy(choice: Choice, owed: Owed): string | null {
  const by = holding(choice, owed)
  if (by === 'whole') return 'all'
  if (by === 'early') return owed.early?.pays ?? 'all'
  const found = readPart(choice.typed, owed)
  if (!('value' in found)) return null
  return compared(exact(found.value), exact(owed.whole)) < 0 ? found.value : 'all'
}

/**
 * How much of an invoice is paid. Only the choice is kept: `pays` is computed of what is open now, so that it follows when
 * credit is used or another payment comes. `pays`: a part as decimal text, `all`, or null while the typed amount is invalid.
 */
export function useHowMuch(owed: Owed, onChoose: (pays: string | null) => void) {
  // What is proposed: the cash discount while it holds, else all that is open.
  const [choice, setChoice] = useState<Choice>({ by: 'early', typed: '' })
  return {
    by: holding(choice, owed),
    typed: choice.typed,
    pays: owed.purpose === 'invoice' ? paidBy(choice, owed) : 'all',
    choose: (part: Partial<Choice>) => {
      const next = { ...choice, ...part }
      setChoice(next)
      onChoose(paidBy(next, owed))
    },
  }
}

/** Chooses the whole amount of an invoice or a part. */
export function HowMuch({ owed, how }: { owed: Owed; how: ReturnType<typeof useHowMuch> }) {
  const say = useSay(accountsPart)
  const { early } = owed
  const { by, typed, choose } = how
  if (!isPartPossible(owed)) return null
  const bounds = { least: formatMoney(leastPart, owed.currency), most: formatMoney(owed.whole, owed.currency) }
  const problem = () => {
    const found = readPart(typed, owed)
    if ('value' in found) return null
    return /^At (least|most)/.test(found.problem)
      ? say('bounds_please', bounds)
      : say('enter_number', { example: decimalText('1250.50') })
  }
  return (
    <Radio.Group
      label={say('how_much')}
      value={by}
      onChange={(value) => choose({ by: value === 'part' || value === 'early' ? value : 'whole' })}
    >
      <Stack gap="xs" mt="xs">
        {early ? <EarlyChoice early={early} currency={owed.currency} /> : null}
        <Radio value="whole" label={say('all_that_is_open', { amount: formatMoney(owed.whole, owed.currency) })} />
        <Radio value="part" label={say('another_amount')} />
        {by === 'part' ? (
          <TextInput
            label={say('amount')}
            description={say('bounds_hint', bounds)}
            inputMode="decimal"
            autoFocus
            maw={260}
            ml={32}
            value={typed}
            error={typed.trim() === '' ? null : problem()}
            onChange={(event) => choose({ typed: event.currentTarget.value })}
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
    discount: formatMoney(early.discount, currency),
  }
  return <Radio value="early" label={say('early_choice', words)} />
}
