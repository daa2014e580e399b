import { withTax } from '@/shared/domain/text/formats'
import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { minusOf, monthsOf, totalOf } from '../figures'
import { Panel, SheetTable } from './panel'
import type { Shown } from './shown'
import { monthWords } from './chart-words'

type VatPanelProps = Shown & {
  /** Under the table: what is said of single papers. */
  remarks?: ReactNode
  ledgers: ReactNode
}

/** The VAT of each month: on invoices, on supplier invoices, and the difference to pay. */
export function VatPanel({ now, period, open, remarks, ledgers }: VatPanelProps) {
  const lines = now.vat ?? []
  const of = (month: string, mark: string, value: 'amount' | 'other') =>
    totalOf(
      lines.filter((line) => line.bucket === month && line.mark === mark),
      value,
    )
  const months = monthsOf(period)
  const hasPurchases = lines.some(({ mark }) => mark === 'purchases')
  const rates = lines.filter(({ mark }) => mark === 'sales')
  return (
    <Panel
      id="vat"
      title={withTax('{Tax}')}
      note="By the date of the papers: invoices less credit notes, and invoices of suppliers that are not disputed. A bill of a closed day counts on the first open day."
      file="vat-by-month"
      views={['By month', 'By rate']}
      wide
      sheet={{
        head: ['Month', withTax('{Tax} rate'), 'Papers', 'Net', withTax('{Tax}')],
        rows: lines.map(({ bucket, name, mark, count, amount, other }) => [
          monthWords(bucket),
          mark === 'purchases' ? ['Purchases', name].filter(Boolean).join(', ') : (name ?? ''),
          { count },
          { money: amount },
          { money: other ?? '0' },
        ]),
      }}
    >
      <SheetTable
        head={[
          'Month',
          'Net of sales',
          withTax('{Tax} of sales'),
          ...(hasPurchases ? ['Net of purchases', withTax('{Tax} of purchases'), 'Left to pay'] : []),
        ]}
        rows={[
          ...months.map((month) => [
            monthWords(month),
            { money: of(month, 'sales', 'amount') },
            { money: of(month, 'sales', 'other') },
            ...(hasPurchases
              ? [
                  { money: of(month, 'purchases', 'amount') },
                  { money: of(month, 'purchases', 'other') },
                  { money: minusOf(of(month, 'sales', 'other'), of(month, 'purchases', 'other')) },
                ]
              : []),
          ]),
          [
            'All',
            { money: totalOf(rates) },
            { money: totalOf(rates, 'other') },
            ...(hasPurchases
              ? [
                  { money: totalOf(lines.filter(({ mark }) => mark === 'purchases')) },
                  {
                    money: totalOf(
                      lines.filter(({ mark }) => mark === 'purchases'),
                      'other',
                    ),
                  },
                  {
                    money: minusOf(
                      totalOf(rates, 'other'),
                      totalOf(
                        lines.filter(({ mark }) => mark === 'purchases'),
                        'other',
                      ),
                    ),
                  },
                ]
              : []),
          ],
        ]}
      />
      <Text size="sm" mt="xs">
        <Anchor component="button" type="button" inherit onClick={() => open('vat')}>
          Papers behind these amounts
        </Anchor>
      </Text>
      {remarks}
      {ledgers}
    </Panel>
  )
}
