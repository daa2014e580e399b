import { roundingsNow } from '@/shared/domain/text/formats'
import { Button, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import type { ReactElement, ReactNode } from 'react'
import { Link } from 'react-router-dom'
import { ruleText } from '@/documents/charge-rule'
import { appliedRule, computedQty, isChargedBySize, lineNet } from '@/documents/lines'
import { breakTexts } from '@/documents/price-breaks'
import { sizeText } from '@/documents/sizes'
import { compared, type Decimal, divided, exact, negative, plus, times, written } from '@/shared/domain/money/decimal'
import { isZero } from '@/shared/domain/money/is-zero'
import { formatMoney, formatPrice } from '@/shared/domain/money/money'
import { countedText } from '@/shared/domain/money/quantity-text'
import { calculatedLinesQuery } from '../api/calculated-lines.query'
import { catalogueAt, catalogueQuery } from '../api/catalogue.query'
import type { EstimatedCost } from '../api/quotation.query'
import { type Patch, type QuotationItem, seenBefore } from './line'
import { calculatorAddress } from './line-tools'
import { staleDiscounts } from './percent-discount'
import { pricedFor, priceQuestion, sidesOf } from './priced-size'
import type { Lines } from './use-lines'
import classes from './lines.module.css'

type NoteFacts = {
  currency: string
  quotationId: string
  /** The calculation of the line; null for a price that nobody calculated. */
  calculation: string | null
  /** The cost of the line, where its size changed it. */
  estimated: EstimatedCost | null
}

/** Whether a price holds for the size and the quantity of its line; null where it does. A calculated one is calculated anew. */
function priceNote(line: QuotationItem, change: (to: Patch) => void, facts: NoteFacts): ReactElement | null {
  const { currency, quotationId, calculation } = facts
  const priced = pricedFor(line)
  if (!priced) return null
  const { was, now, question } = priced
  const price = formatPrice(line.unit_price ?? '0', currency)
  const offered = calculation === null ? (question?.offered ?? null) : null
  return (
    <Note
      text={`The price ${price} was ${question ? '' : 'calculated '}for ${was}.`}
      actions={[
        ...(offered === null
          ? []
          : [
              {
                label: `Take ${formatPrice(offered, currency)}, by the area`,
                run: () => change({ unit_price: offered, price_breaks: null, priced_size: null }),
              },
            ]),
        { label: 'Keep the price', run: () => change({ priced_size: null, priced_qty: null }) },
      ]}
    >
      {calculation !== null && now ? (
        <Button
          variant="default"
          size="compact-xs"
          component={Link}
          to={calculatorAddress(line, quotationId, calculation)}
        >
          Calculate for {now}
        </Button>
      ) : null}
    </Note>
  )
}

/** How a discount is written, and a percentage whose lines come to something else by now. */
function discountNote(line: QuotationItem, of: Lines, currency: string): ReactElement | null {
  if (line.kind !== 'discount') return null
  const stale = staleDiscounts(of.lines, currency).find(({ ids }) => ids.includes(line.id))
  if (stale)
    return (
      <Note
        text={`The lines above come to ${stale.net} now.`}
        actions={[
          ...(stale.again.length > 0
            ? [{ label: `Take ${stale.percent} % of it`, run: () => of.perform(stale.again) }]
            : []),
          { label: 'Keep the amount', run: () => of.perform(stale.keep) },
        ]}
      />
    )
  if (!isZero(line.unit_price ?? '0')) return null
  return <Note text="Write the amount under “Price”, or a percentage of all lines above, as in 7.5%." />
}

/**
 * The notice about the marked line that needs a decision: a price for another size or quantity, a missing price, an
 * estimated cost, or how its size is charged. Null without one.
 */
export function lineNote(line: QuotationItem | undefined, of: Lines, facts: NoteFacts): ReactElement | null {
  if (!line) return null
  const { currency, quotationId, estimated } = facts
  const change = (to: Patch) => of.perform([{ kind: 'set', id: line.id, from: seenBefore(line, to), to }])
  const asked = priceNote(line, change, facts)
  if (asked) return asked
  if (estimated)
    return (
      <Note
        text={`The cost is estimated by the area: it was ${formatPrice(estimated.base)} for ${sizeText(sidesOf(estimated.size)) ?? ''}.`}
      />
    )
  if (line.price_breaks !== null)
    return (
      <Note
        text={`The price follows the quantity: ${breakTexts(line.price_breaks, (price) => formatPrice(price, currency)).join(' · ')}.`}
        actions={[{ label: 'One price for every quantity', run: () => change({ price_breaks: null }) }]}
      />
    )
  const discount = discountNote(line, of, currency)
  if (discount) return discount
  if (line.kind === 'item' && line.description.trim() !== '' && isZero(line.unit_price ?? '0'))
    return (
      <Note text="This line has no price: it is offered for nothing.">
        <CalculatePrice line={line} quotationId={quotationId} calculation={facts.calculation} />
      </Note>
    )
  if (!isChargedBySize(line)) return null
  if (line.own_charged_qty !== null)
    return (
      <Note
        text={`Own quantity ${countedText(line.own_charged_qty, line.unit)}, computed ${countedText(computedQty(line), line.unit)}.`}
        actions={[{ label: 'Take the computed quantity', run: () => change({ own_charged_qty: null }) }]}
      />
    )
  const rule = appliedRule(line)
  if (!rule) return null
  return (
    <Note
      text={`${ruleText(rule, 2)}.`}
      actions={[{ label: 'Charge the measured size', run: () => change({ charge_rule: null }) }]}
    />
  )
}

type MinimumNoteProps = {
  line: QuotationItem
  of: Lines
  currency: string
  rate: string
  otherwise: ReactElement | null
}

/** Says that a line comes to less than the minimum charge of its service. `otherwise`: where it does not. */
export function MinimumNote({ line, of, currency, rate, otherwise }: MinimumNoteProps) {
  const { data: services = [] } = useQuery(catalogueAt(rate))
  const service = services.find(({ service_id }) => service_id === line.service_id)
  const least = exact(service?.min_charge ?? '0')
  const net = exact(lineNet(line, roundingsNow().amounts))
  if (!service || net.units <= 0n || compared(net, least) >= 0 || priceQuestion(line)) return otherwise
  const to = atLeast(line, least)
  return (
    <Note
      text={`${service.description} is charged at ${formatMoney(least, currency)} at least, and this line is ${formatMoney(net, currency)}.`}
      actions={
        to === null
          ? []
          : [
              {
                label: `Charge ${formatMoney(least, currency)}`,
                run: () => of.perform([{ kind: 'set', id: line.id, from: seenBefore(line, to), to }]),
              },
            ]
      }
    />
  )
}

/** The quantity of a size, or the price of a piece, by which a line comes to a sum. */
function atLeast(line: QuotationItem, least: Decimal): Patch | null {
  const isSized = isChargedBySize(line)
  const one = netOfOne(line, isSized)
  const cut = one && divided(times(least, exact('100')), one, 4)
  if (!cut) return null
  const whole = written(compared(times(cut, one), times(least, exact('100'))) < 0 ? plus(cut, exact('0.0001')) : cut)
  return isSized ? { own_charged_qty: whole } : { unit_price: whole, price_breaks: null }
}

/** A hundred times what one unit of the quantity, or of the price, adds to the net. */
function netOfOne(line: QuotationItem, isSized: boolean): Decimal | null {
  const left = plus(exact('100'), negative(exact(line.discount_pct ?? '0')))
  const one = times(exact((isSized ? line.unit_price : line.qty) ?? '0'), left)
  return one.units > 0n ? one : null
}

type PricedLine = { line: QuotationItem; quotationId: string; calculation?: string | null }

/** The way to the calculator with the size and the service of the line, and with its calculation where it has one. */
const CalculatePrice = ({ line, quotationId, calculation = null }: PricedLine) => (
  <Button variant="default" size="compact-xs" component={Link} to={calculatorAddress(line, quotationId, calculation)}>
    Calculate the price
  </Button>
)

/** Says that a service has a recipe, until the line is calculated by it. `otherwise`: where there is nothing to say. */
export function RecipeNote({ line, quotationId, otherwise }: PricedLine & { otherwise: ReactElement }) {
  const { data: services = [] } = useQuery(catalogueQuery)
  const { data: calculated } = useQuery(calculatedLinesQuery(quotationId))
  const service = services.find(({ service_id }) => service_id === line.service_id)
  const isOpen = calculated?.every(({ item_id }) => item_id !== line.id) ?? false
  if (!service?.hasRecipe || !isOpen) return otherwise
  return (
    <Note text={`${service.description} has a recipe: the calculator works out the price of your size.`}>
      <CalculatePrice line={line} quotationId={quotationId} />
    </Note>
  )
}

type NoteProps = {
  text: string
  role?: 'note' | 'alert'
  actions?: readonly { label: string; run: () => void }[]
  children?: ReactNode
}

/** A notice over the sheet, in one line of a fixed height: what is under the hand stays there. */
export const Note = ({ text, role = 'note', actions = [], children }: NoteProps) => (
  <div className={classes.note} role={role} data-refused={role === 'alert' || undefined}>
    <Text size="xs" title={text} className={classes.noteText ?? ''}>
      {text}
    </Text>
    {actions.map(({ label, run }) => (
      // The sheet keeps its focus, so that writing goes on.
      <Button
        key={label}
        variant="default"
        size="compact-xs"
        onMouseDown={(event) => event.preventDefault()}
        onClick={run}
      >
        {label}
      </Button>
    ))}
    {children}
  </div>
)
