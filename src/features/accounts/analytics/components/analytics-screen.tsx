import type { ComponentProps } from 'react'
import { withTax } from '@/shared/domain/text/formats'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { dayRangeText } from '@/kit/list/day-range'
import { useLive } from '@/kit/live/use-live'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { SumsNote } from '@/kit/rates/sums-note'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { saveProblem } from '@/shared/hooks/save-problem'
import { analyticsKey, figuresQuery } from '../api/analytics.query'
import { before, parts } from '../figures'
import { CashPanel, LabourPanel, LatePanel, ReceivablesPanel, ToInvoicePanel } from './money-and-work'
import { Headlines } from './headlines'
import { Ledgers } from './ledgers'
import { RecordsDrawer } from './records-drawer'
import { QuotesPanel, WinnersPanel } from './quote-panels'
import { MarginPanel, SalesPanel, SellersPanel, ServicesPanel } from './sales-panels'
import { usePeriod } from './use-period'
import { VatPanel } from './vat-panel'
import classes from './analytics.module.css'

const live = [
  { page: 'orders', tables: ['orders'] },
  { page: 'quotations', tables: ['quotations'] },
  { page: 'jobs', tables: ['jobs'] },
  { page: 'deliveries', tables: ['deliveries', 'partial_deliveries'] },
  { page: 'invoices', tables: ['invoices', 'credit_notes'] },
  { page: 'supplier-invoices', tables: ['supplier_invoices'] },
] as const

/** /analytics: sales, margin, quotations, work and money of a period, compared with the one before. */
export function AnalyticsScreen() {
  const { period, named, control } = usePeriod()
  const earlier = before(named, period)
  const figures = useQuery(figuresQuery(period.from, period.to))
  const past = useQuery(figuresQuery(earlier.from, earlier.to))
  const dialog = useDialog('records')
  useLive(analyticsKey, live, { settle: 3000, pollEvery: 120_000 })
  const { data } = figures
  const [part, bucket = '', mark = ''] = (dialog.subject ?? '').split('~')
  const asked = parts.find((one) => one === part)
  const months = {
    now: data ?? {},
    then: past.data ?? {},
    period,
    earlier,
    isCompared: !past.isPending,
    then_words: dayRangeText(earlier),
    open: (of: string, one = '', marked = '') => dialog.open([of, one, marked].join('~')),
  }
  return (
    <PageFrame
      title="Analytics"
      lead={withTax(
        `${dayRangeText(period)}, compared with ${dayRangeText(earlier)}. Amounts are without {tax} unless stated.`,
      )}
      width="full"
      actions={control}
    >
      {figures.isPending ? (
        <LineSkeletons count={5} height={120} />
      ) : !data ? (
        <Problem onRetry={() => void figures.refetch()}>{saveProblem(figures.error)}</Problem>
      ) : (
        <>
          <Headlines {...months} />
          <Panels {...months} />
          <SumsNote />
        </>
      )}
      {asked ? (
        <RecordsDrawer
          behind={{ part: asked, bucket: bucket || null, mark: mark || null }}
          title="Records behind this figure"
          period={period}
          onClose={dialog.close}
        />
      ) : null}
    </PageFrame>
  )
}

/** A panel for each figure that the person may see. */
function Panels(months: ComponentProps<typeof Headlines>) {
  const { now, period } = months
  return (
    <div className={classes.panels}>
      {now.sales ? <SalesPanel {...months} /> : null}
      {now.services ? <ServicesPanel {...months} /> : null}
      {now.margin ? <MarginPanel {...months} /> : null}
      {now.sellers ? <SellersPanel {...months} /> : null}
      {now.winners ? <WinnersPanel {...months} /> : null}
      {now.quotes ? <QuotesPanel {...months} /> : null}
      {now.receivables ? <ReceivablesPanel {...months} /> : null}
      {now.cash ? <CashPanel {...months} /> : null}
      {now.to_invoice ? <ToInvoicePanel {...months} /> : null}
      {now.late ? <LatePanel {...months} /> : null}
      {now.labour ? <LabourPanel {...months} /> : null}
      {now.vat ? <VatPanel {...months} ledgers={<Ledgers period={period} />} /> : null}
    </div>
  )
}
