import { Alert, Button, Text } from '@mantine/core'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { saveProblem } from '@/shared/hooks/save-problem'
import { Problem } from '@/shared/ui/page/problem'
import { storeChange } from '../api/lines.mutation'
import { linesQuery } from '../api/quotation.query'
import { quotationsKey } from '../api/quotations.query'
import type { LineChange, QuotationItem } from '../editor/line'
import { type StaleDiscount, staleDiscounts } from '../editor/percent-discount'
import { pricedFor } from '../editor/priced-size'

/** `2 prices were calculated for another quantity or size`. */
const doubtText = (count: number): string =>
  count === 1
    ? 'A price was calculated for another quantity or size'
    : `${count} prices were calculated for another quantity or size`

/** `Opening discount: the lines above it come to €1,426.52 now.`, with the button that takes its percentage of them. */
function StaleOne({ of, take }: { of: StaleDiscount; take: ((changes: readonly LineChange[]) => void) | undefined }) {
  const { line, percent, net, again } = of
  return (
    <>
      {`${line.description.trim() || 'The discount'}: the lines above come to ${net} now. `}
      {again.length > 0 && take ? (
        <Button variant="default" size="compact-xs" onClick={() => take(again)}>
          {`Take ${percent} % of it`}
        </Button>
      ) : null}
    </>
  )
}

type DoubtsProps = {
  lines: readonly QuotationItem[]
  currency: string
  /** Stores the changes of a discount; undefined for a person who may not change lines. */
  take?: ((changes: readonly LineChange[]) => void) | undefined
}

/** Beside the totals of a draft: how many of its prices are for another quantity or size, and discounts of another sum. Nothing where none is. */
export function CountedDoubts({ lines, currency, take }: DoubtsProps) {
  const count = lines.filter((line) => pricedFor(line) !== null).length
  const discounts = staleDiscounts(lines, currency)
  if (count + discounts.length === 0) return null
  return (
    <div role="status">
      {count === 0 ? null : (
        <Text size="sm" mt="xs" c={orange}>
          {`${doubtText(count)}. The lines are marked.`}
        </Text>
      )}
      {discounts.map((one) => (
        <Text key={one.line.id} size="sm" mt="xs" c={orange}>
          <StaleOne of={one} take={take} />
        </Text>
      ))}
    </div>
  )
}

const orange = 'light-dark(var(--mantine-color-orange-8), var(--mantine-color-orange-4))'

/** Before sending: the lines with a price for another quantity or size. The database asks about them at the press. */
export function PriceDoubts({ id, currency }: { id: string; currency: string }) {
  const { data: lines = [] } = useQuery(linesQuery(id))
  const queryClient = useQueryClient()
  const taking = useActMutation({
    mutationFn: async (changes: readonly LineChange[]) => {
      for (const change of changes) await storeChange(id, change)
    },
    onSettled: () =>
      Promise.all([
        queryClient.invalidateQueries({ queryKey: linesQuery(id).queryKey }),
        queryClient.invalidateQueries({ queryKey: quotationsKey }),
      ]),
  })
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
              <li key={one.line.id}>
                <StaleOne of={one} take={taking.mutate} />
              </li>
            ))}
          </ul>
          {taking.isError ? <Problem>{saveProblem(taking.error)}</Problem> : null}
        </Alert>
      ) : null}
    </>
  )
}

const list = { margin: 0, paddingInlineStart: '1.25rem' }
