import { Alert, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { linesQuery } from '../api/quotation.query'
import type { QuotationItem } from '../editor/line'
import { type StaleDiscount, staleDiscounts } from '../editor/percent-discount'
import { pricedFor } from '../editor/priced-size'

/** `2 prices were calculated for another quantity or size`. */
const doubtText = (count: number): string =>
  count === 1
    ? 'A price was calculated for another quantity or size'
    : `${count} prices were calculated for another quantity or size`

const discountText = ({ line, percent, net }: StaleDiscount): string =>
  `${line.description.trim() || 'The discount'}: the lines above it come to ${net} now. Take ${percent} % again`

type DoubtsProps = { lines: readonly QuotationItem[]; currency: string }

/** Beside the totals of a draft: how many of its prices are for another quantity or size. Nothing where none is. */
export function CountedDoubts({ lines, currency }: DoubtsProps) {
  const count = lines.filter((line) => pricedFor(line) !== null).length
  const discounts = staleDiscounts(lines, currency)
  if (count + discounts.length === 0) return null
  return (
    <Text size="sm" mt="xs" role="status" c="light-dark(var(--mantine-color-orange-8), var(--mantine-color-orange-4))">
      {[...(count === 0 ? [] : [`${doubtText(count)}. The lines are marked`]), ...discounts.map(discountText)].join(
        '. ',
      )}
      .
    </Text>
  )
}

/** Before sending: the lines with a price for another quantity or size. The database asks about them at the press. */
export function PriceDoubts({ id, currency }: { id: string; currency: string }) {
  const { data: lines = [] } = useQuery(linesQuery(id))
  const doubts = lines.flatMap((line) => {
    const priced = pricedFor(line)
    return priced ? [{ line, ...priced }] : []
  })
  const discounts = staleDiscounts(lines, currency)
  return (
    <>
      {doubts.length > 0 ? (
        <Alert color="yellow" role="status" title={doubtText(doubts.length)}>
          <ul style={list}>
            {doubts.map(({ line, was, now }) => (
              <li key={line.id}>
                {line.description}: the price is for {was}
                {now === null ? '' : `, the line is for ${now}`}
              </li>
            ))}
          </ul>
          Go back to the quotation, and calculate these prices anew or keep them.
        </Alert>
      ) : null}
      {discounts.length > 0 ? (
        <Alert color="yellow" role="status" title="A discount is of another sum">
          <ul style={list}>
            {discounts.map((one) => (
              <li key={one.line.id}>{discountText(one)}</li>
            ))}
          </ul>
        </Alert>
      ) : null}
    </>
  )
}

const list = { margin: 0, paddingInlineStart: '1.25rem' }
