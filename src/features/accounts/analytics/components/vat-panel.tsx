import { withTax } from '@/shared/domain/text/formats'
import { Anchor, Text } from '@mantine/core'
import type { ReactNode } from 'react'
import { today } from '../../shared/today'
import { type Line, minusOf, plusOf, totalOf } from '../figures'
import { type Cell, Panel, SheetTable } from './panel'
import type { Shown } from './shown'
import { monthWords, monthsOf } from '../../shared/months'

type Open = (part: string, bucket?: string, mark?: string, name?: string) => void
type VatPanelProps = Omit<Shown, 'open'> & {
  open: Open
  /** Under the table: what is said of single papers. */
  remarks?: ReactNode
  ledgers: ReactNode
}

/** What the marks of the figures are called in the table by rate. */
const sides: Readonly<Record<string, string>> = { purchases: 'Purchases', due: 'Owed on purchases' }

/** A month, or all of them where `bucket` is empty: an amount opens its papers. */
function monthRow(of: { name: string; bucket: string; lines: readonly Line[]; parts: Parts; open: Open }): Cell[] {
  const { name, bucket, lines, parts, open } = of
  const sum = (mark: string, value: 'amount' | 'other') =>
    totalOf(
      lines.filter((line) => line.mark === mark && (bucket === '' || line.bucket === bucket)),
      value,
    )
  const figure = (mark: string, value: 'amount' | 'other', opens: string): Cell => ({
    money: sum(mark, value),
    opens: `${name}, ${withTax(opens)}:`,
    onOpen: () => open('vat', bucket, mark),
  })
  const owed = plusOf(sum('sales', 'other'), sum('due', 'other'))
  return [
    name,
    figure('sales', 'amount', 'net of sales'),
    figure('sales', 'other', '{tax} of sales'),
    ...(parts.due ? [figure('due', 'other', '{tax} owed on purchases')] : []),
    ...(parts.purchases
      ? [
          figure('purchases', 'amount', 'net of purchases'),
          figure('purchases', 'other', 'deducted {tax}'),
          { money: minusOf(owed, sum('purchases', 'other')) },
        ]
      : []),
  ]
}

/** `Nov 2026 so far` of the month of today. */
const soFar = (month: string) => (today().startsWith(month) ? `${monthWords(month)} so far` : monthWords(month))

type Parts = { due: boolean; purchases: boolean }

/** The VAT of each month: on invoices, owed and deducted on bills of suppliers, and the difference to pay. */
export function VatPanel({ now, period, open, remarks, ledgers }: VatPanelProps) {
  const lines = now.vat ?? []
  const parts = {
    due: lines.some(({ mark }) => mark === 'due'),
    purchases: lines.some(({ mark }) => mark === 'purchases'),
  }
  const head = [
    'Month',
    'Net of sales',
    withTax('{Tax} of sales'),
    ...(parts.due ? [withTax('{Tax} owed on purchases')] : []),
    ...(parts.purchases ? ['Net of purchases', withTax('Deducted {tax}'), 'Left to pay'] : []),
  ]
  return (
    <Panel
      id="vat"
      title={withTax('{Tax}')}
      note={withTax(
        'Invoices less credit notes, and invoices of suppliers that are not disputed, on the days on which their {tax} counts. A bill of a closed day counts on the first open day. An amount opens its papers.',
      )}
      file="vat-by-month"
      views={['By month', 'By rate']}
      wide
      sheet={{
        head: ['Month', withTax('{Tax} rate'), 'Papers', 'Net', withTax('{Tax}')],
        rows: lines.map(({ bucket, name, mark, count, amount, other }): Cell[] => {
          const said = [sides[mark ?? ''], name].filter(Boolean).join(', ')
          const figure = (money: string): Cell => ({
            money,
            opens: `${monthWords(bucket)}, ${said}:`,
            onOpen: () => open('vat', bucket, mark ?? '', name ?? ''),
          })
          return [monthWords(bucket), said, { count }, figure(amount), figure(other ?? '0')]
        }),
      }}
    >
      <SheetTable
        head={head}
        rows={[
          ...monthsOf(period).map((month) => monthRow({ name: soFar(month), bucket: month, lines, parts, open })),
          monthRow({ name: 'All', bucket: '', lines, parts, open }),
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
