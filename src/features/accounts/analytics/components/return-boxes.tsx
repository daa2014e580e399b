import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { withTax } from '@/shared/domain/text/formats'
import { shortDecimalText } from '@/shared/domain/money/money'
import { treatments } from '../../shared/treatments'
import type { usePeriod } from './use-period'
import { vatBoxesQuery } from '../api/analytics.query'
import { Panel, SheetTable } from './panel'

type Period = ReturnType<typeof usePeriod>['period']

/** The boxes of the VAT return of the company's country, and what no box takes. Nothing where the boxes are not known. */
export function ReturnBoxes({ period, seesPurchases }: { period: Period; seesPurchases: boolean }) {
  const { data: rows = [] } = useQuery(vatBoxesQuery(period.from, period.to))
  if (rows.length === 0) return null
  const without = rows.filter(({ box }) => box === null)
  const sheet = {
    head: ['Box', 'What', 'Net', withTax('{Tax}')],
    rows: rows.map(({ box, words, treatment, rate, net, vat }) => [
      box ?? 'None',
      words ?? uncovered(treatment, rate),
      { money: net },
      { money: vat },
    ]),
  }
  return (
    <Panel
      id="boxes"
      title={withTax('Boxes of the {tax} return')}
      note="Invoices less credit notes, by their date. The return takes whole euros of the net amounts."
      file="return-boxes"
      views={null}
      sheet={sheet}
    >
      <SheetTable {...sheet} />
      {without.length > 0 ? (
        <Text size="sm" mt="xs" fw={500}>
          What has no box is not in the return yet: look at its papers, or ask your accountant.
        </Text>
      ) : null}
      {seesPurchases ? (
        <Text size="sm" mt="xs" c="dimmed">
          {withTax(
            'Purchases whose {tax} you owe yourself (boxes 46, 47, 84, 85, 89, 61 and 67) and imports (62) are not told apart here. Enter them with your accountant.',
          )}
        </Text>
      ) : null}
    </Panel>
  )
}

const uncovered = (treatment: string | null, rate: string | null): string =>
  treatment === null
    ? 'Without a rate'
    : `${treatments.find(({ value }) => value === treatment)?.label ?? treatment}, ${shortDecimalText(rate ?? '0')} %`
