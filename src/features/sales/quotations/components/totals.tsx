import { currentFormats, roundingsNow, withTax } from '@/shared/domain/text/formats'
import { depositOf, totalsOf, type Totals as TotalsOfLines } from '@/documents/totals'
import { ProposedVatNote } from '@/kit/record/vat/proposed-vat-note'
import { TaxPlaceNote } from '@/kit/record/vat/vat-proposal'
import { useQuery } from '@tanstack/react-query'
import { useDeferredValue, useMemo } from 'react'
import { formatMoney, shortDecimalText, withMinus } from '@/shared/domain/money/money'
import { hasPermission } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import type { Quotation } from '../api/quotation.query'
import { marginQuery } from '../api/margin.query'
import { documentLine, type QuotationItem } from '../editor/line'
import classes from '../editor/lines.module.css'

/**
 * The totals of the lines on the screen; null until the lines are read. The database computes the same.
 * @param quotation what was sent keeps its rounding
 */
export function useTotals(
  lines: readonly QuotationItem[],
  isRead: boolean,
  quotation?: Pick<Quotation, 'status' | 'vat'>,
): TotalsOfLines | null {
  // The changed cell is painted before the sums of hundreds of lines. Lines that are not read have no sums.
  const counted = useDeferredValue(isRead ? lines : null)
  const [status, vat] = [quotation?.status ?? 'draft', quotation?.vat]
  return useMemo(() => {
    if (!counted) return null
    const lines = counted.map(documentLine)
    const now = roundingsNow()
    const totals = totalsOf(lines, now)
    if (status === 'draft' || totals.vat === vat) return totals
    // A sent version is rounded as on its day: by the other rule where that comes to the stored tax.
    const other = totalsOf(lines, { ...now, tax: now.tax === 'cut' ? 'nearest' : 'cut' })
    return other.vat === vat ? other : totals
  }, [counted, status, vat])
}

/** An amount of the totals; a mark while they are not known. */
export const totalText = (totals: TotalsOfLines | null, currency: string): string =>
  totals === null ? '…' : formatMoney(totals.gross, currency)

/** `isOpen`: the lines can be changed, so that their rates are proposals. */
type TotalsProps = { quotation: Quotation; totals: TotalsOfLines | null; isOpen: boolean }

/** Net, VAT by rate, total and deposit. */
export function Totals({ quotation, totals, isOpen }: TotalsProps) {
  const kind =
    quotation.deposit_kind === 'percent' || quotation.deposit_kind === 'amount' ? quotation.deposit_kind : 'none'
  const { deposit, balance } = totals
    ? depositOf(totals.gross, kind, quotation.deposit_value, roundingsNow().amounts)
    : { deposit: null, balance: null }
  const money = (amount: string | null) => (amount === null ? '…' : formatMoney(amount, quotation.currency))
  return (
    <>
      <dl className={classes.totals} aria-label="Totals">
        <dt>Net</dt>
        <dd>{money(totals?.net ?? null)}</dd>
        {totals?.vat_table.map((row) => (
          <div key={`${row.vat_rate} ${row.vat_treatment}`} style={{ display: 'contents' }}>
            <dt>
              {row.vat_treatment === 'standard'
                ? withTax(`{Tax} ${shortDecimalText(row.vat_rate)} %`)
                : withTax(treatments[row.vat_treatment])}
              {totals.vat_table.length > 1 ? ` on ${money(row.base)}` : ''}
            </dt>
            <dd>{money(row.vat)}</dd>
          </div>
        ))}
        <dt className={classes.gross}>Total</dt>
        <dd className={classes.gross}>{totalText(totals, quotation.currency)}</dd>
        {kind === 'none' ? null : (
          <>
            <dt>Deposit{kind === 'percent' ? ` ${shortDecimalText(quotation.deposit_value)} %` : ''}</dt>
            <dd>{money(deposit)}</dd>
            <dt>Balance</dt>
            <dd>{money(balance)}</dd>
          </>
        )}
      </dl>
      <ProposedVatNote
        contactId={quotation.contact_id}
        treatments={isOpen ? (totals?.vat_table ?? []).map(({ vat_treatment }) => vat_treatment) : []}
      />
      {isOpen ? (
        <TaxPlaceNote
          contactId={quotation.contact_id}
          paper={{
            kind: 'quotation',
            id: quotation.id,
            site: quotation.is_collected ? 'collected' : quotation.location_id,
          }}
        />
      ) : null}
    </>
  )
}

const treatments = {
  standard: '{Tax}',
  reverse_charge: '{Tax}: reverse charge',
  intra_community: '{Tax}: goods to another EU country',
  exempt: '{Tax}: exempt',
  export: '{Tax}: export',
  outside: '{Tax}: not taxable here',
  zero: '{Tax}: zero rated',
}

/** Cost and margin in the currency of the books, for people who may see them. `currency`: that of the quotation. */
export function Margin({ quotationId, currency }: { quotationId: string; currency: string }) {
  const seesCosts = hasPermission(useRights(), 'view_financial_data')
  const { data: margin } = useQuery({ ...marginQuery(quotationId), enabled: seesCosts })
  if (!margin) return null
  const isWhole = margin.unknownLines === 0
  const books = currentFormats().currency
  return (
    <dl className={classes.totals} aria-label="Margin">
      {books === currency ? null : <dt className={classes.wide}>{`In ${books}, at the rate of the quotation`}</dt>}
      <dt>{isWhole ? 'Cost' : 'Known cost'}</dt>
      <dd>{isWhole || margin.margin !== null ? formatMoney(margin.cost) : 'None'}</dd>
      <dt>{isWhole ? 'Margin' : 'Margin of the lines with a cost'}</dt>
      <dd>
        {margin.margin === null ? 'Not known' : formatMoney(margin.margin)}
        {margin.percent === null ? '' : ` · ${withMinus(shortDecimalText(margin.percent))} %`}
      </dd>
      {isWhole ? null : (
        <>
          <dt>{`${margin.unknownLines} ${margin.unknownLines === 1 ? 'line has' : 'lines have'} no cost yet`}</dt>
          <dd>{formatMoney(margin.unknownNet)} net</dd>
        </>
      )}
    </dl>
  )
}
