import { Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { withTax } from '@/shared/domain/text/formats'
import { shortDecimalText } from '@/shared/domain/money/money'
import { allTreatments } from '../../shared/treatments'
import type { usePeriod } from './use-period'
import { vatBoxesQuery } from '../api/analytics.query'
import { type Cell, Panel, SheetTable } from './panel'

type Period = ReturnType<typeof usePeriod>['period']

/** Opens the papers of a box. */
export type OpenBox = (box: string | null, treatment: string | null, rate: string | null) => void

type ReturnBoxesProps = { period: Period; seesPurchases: boolean; open: OpenBox }

/** The boxes of the VAT return of the company's country, and what no box takes. Nothing where the boxes are not known. */
export function ReturnBoxes({ period, seesPurchases, open }: ReturnBoxesProps) {
  const { data: rows = [] } = useQuery(vatBoxesQuery(period.from, period.to))
  if (rows.length === 0) return null
  const without = rows.filter(({ box }) => box === null)
  const sheet = {
    head: ['Box', 'What', 'Net', withTax('{Tax}')],
    rows: rows.map(({ box, words, treatment, rate, net, vat }): Cell[] => {
      const figure = (amount: string | null): Cell =>
        amount === null ? '' : { money: amount, opens: `${box ?? 'None'}:`, onOpen: () => open(box, treatment, rate) }
      return [box ?? 'None', words ?? uncovered(treatment, rate), figure(net), figure(vat)]
    }),
  }
  return (
    <Panel
      id="boxes"
      title={withTax('Boxes of the {tax} return')}
      note="Invoices less credit notes, and bills that are not disputed, on the days on which their tax counts. An amount opens its papers. Compare the boxes with the form of your tax office."
      file={`return-boxes-${period.from}-${period.to}`}
      views={null}
      sheet={sheet}
    >
      <SheetTable {...sheet} />
      {without.length > 0 ? (
        <Text size="sm" mt="xs" fw={500}>
          What has no box is not in the return yet: look at its papers, or ask your accountant.
        </Text>
      ) : null}
      {seesPurchases ? null : (
        <Text size="sm" mt="xs" c="dimmed">
          Purchases are not in it: you may not see invoices of suppliers.
        </Text>
      )}
    </Panel>
  )
}

/** What no box takes, by its treatment: the tax on it, or, with `_deducted`, the input tax of it. */
const uncovered = (treatment: string | null, rate: string | null): string => {
  if (treatment === null) return 'Without a rate'
  const of = treatment.replace(/_deducted$/, '')
  const label = allTreatments.find(({ value }) => value === of)?.label ?? of
  return withTax(`${label}, ${shortDecimalText(rate ?? '0')} %${of === treatment ? '' : ': deducted'}`)
}
