import { Button, Group, TextInput } from '@mantine/core'
import { useQueryClient } from '@tanstack/react-query'
import { type FormEvent, useState } from 'react'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { counts, type DocumentLine } from '@/documents/lines'
import { priceAt, readBreaks } from '@/documents/price-breaks'
import { isCounted } from '@/documents/units'
import { formatPrice, readDecimal, shortDecimalText } from '@/shared/domain/money/money'
import { usePageWords } from '@/shared/hooks/language/page-words'
import { useProblem } from '@/shared/hooks/use-problem'
import { chooseQuantity } from '../api/choose-quantity.mutation'
import { type ClientQuotation, quotationKey } from '../api/quotation.query'
import classes from './client-quotation.module.css'

type QuantitiesProps = {
  uuid: string
  quotation: ClientQuotation
  /** True while the client may still choose. */
  isOpen: boolean
}

/** The lines whose prices by quantity the client sees, each with the quantity that they order. */
export function Quantities({ uuid, quotation, isOpen }: QuantitiesProps) {
  const { say } = usePageWords()
  const lines = quotation.lines.filter((line) => line.price_breaks && (!line.is_optional || counts(line)))
  if (lines.length === 0 || !isOpen) return null
  return (
    <section className={classes.options} aria-label={say('quantities')}>
      <h2 className={classes.heading}>{say('how_many')}</h2>
      {lines.map((line) => (
        <Quantity
          key={`${line.id} ${line.qty}`}
          uuid={uuid}
          version={quotation.version}
          line={line}
          currency={quotation.currency}
        />
      ))}
    </section>
  )
}

type QuantityProps = { uuid: string; version: number; line: DocumentLine; currency: string }

/** Pieces and sets cannot be divided. */
const ruleOf = (line: DocumentLine) => ({
  places: isCounted(line) ? 0 : 4,
  least: isCounted(line) ? '1' : '0.0001',
  most: '1000000',
})

function Quantity({ uuid, version, line, currency }: QuantityProps) {
  const queryClient = useQueryClient()
  const stored = shortDecimalText(line.qty ?? '1')
  const [typed, setTyped] = useState(stored)
  const choosing = useActMutation({
    mutationFn: (qty: string) => chooseQuantity({ uuid, version, line: line.id, qty }),
    onSettled: () => queryClient.invalidateQueries({ queryKey: quotationKey(uuid) }),
  })
  const { say, language } = usePageWords()
  const problemOf = useProblem()
  const read = readDecimal(typed, ruleOf(line))
  const isChanged = typed.trim() !== stored
  // English says what is wrong with the number; the other languages say it in one sentence.
  const problem =
    isChanged && 'problem' in read
      ? language === 'en'
        ? read.problem
        : say('wrong_quantity')
      : choosing.error
        ? problemOf(choosing.error)
        : undefined
  const order = (event: FormEvent) => {
    event.preventDefault()
    if (isChanged && 'value' in read) choosing.mutate(read.value)
  }
  return (
    <form className={classes.quantity} onSubmit={order} noValidate>
      <Group align="flex-end" gap="xs" wrap="nowrap">
        <TextInput
          label={line.description}
          value={typed}
          inputMode="decimal"
          onChange={(event) => setTyped(event.currentTarget.value)}
          error={problem}
          style={{ flex: 1 }}
        />
        {isChanged && 'value' in read ? (
          <Button type="submit" variant="default" loading={choosing.isPending}>
            {say('order_quantity', { quantity: typed.trim() })}
          </Button>
        ) : null}
      </Group>
      <Breaks
        line={line}
        currency={currency}
        isBusy={choosing.isPending}
        onChoose={(least) => {
          setTyped(shortDecimalText(least))
          choosing.mutate(least)
        }}
      />
    </form>
  )
}

type BreaksProps = Pick<QuantityProps, 'line' | 'currency'> & { isBusy: boolean; onChoose: (least: string) => void }

/** The prices by quantity of a line, each a button that orders the least of its quantities. */
function Breaks({ line, currency, isBusy, onChoose }: BreaksProps) {
  const { say } = usePageWords()
  const now = priceAt(line.price_breaks, line.qty)
  return (
    <ul className={classes.breaks} aria-label={say('prices_of', { line: line.description })}>
      {readBreaks(line.price_breaks).map((each) => {
        const [quantity, price] = [shortDecimalText(each.least), formatPrice(each.price, currency)]
        return (
          <li key={each.least}>
            <button
              type="button"
              data-now={each.price === now || undefined}
              disabled={isBusy}
              aria-label={say('order_for_each', { quantity, price })}
              onClick={() => onChoose(each.least)}
            >
              <span>{say('from_quantity', { quantity })}</span> <strong>{price}</strong>
            </button>
          </li>
        )
      })}
    </ul>
  )
}
