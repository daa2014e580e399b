import { Button, Group, NativeSelect, SegmentedControl, Text } from '@mantine/core'
import { IconDownload } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useSearchParams } from 'react-router-dom'
import { useDialog } from '@/kit/dialog/use-dialog'
import { dayRangeFilter, dayRangeText } from '@/kit/list/day-range'
import { useIsPhone } from '@/kit/list/use-wide'
import { useLive } from '@/kit/live/use-live'
import { toCsv } from '@/shared/domain/csv'
import { can } from '@/shared/domain/permission'
import { todayOf } from '@/shared/domain/today'
import { useRights } from '@/shared/ui/current-user'
import { LineSkeletons } from '@/shared/ui/line-skeletons'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import { saveProblem } from '@/shared/ui/save-problem'
import { useNow } from '@/shared/ui/use-now'
import { analyticsKey, figuresQuery, readLedger } from '../api/analytics.query'
import { before, parts, type Period, type PeriodName, periodOf, periods } from '../figures'
import { CashPanel, LabourPanel, LatePanel, ReceivablesPanel, ToInvoicePanel } from './money-and-work'
import { Headlines } from './headlines'
import { RecordsDrawer } from './records-drawer'
import { QuotesPanel, WinnersPanel } from './quote-panels'
import { MarginPanel, SalesPanel, SellersPanel, ServicesPanel } from './sales-panels'
import { VatPanel } from './vat-panel'
import classes from './analytics.module.css'
import { saveCsv } from '@/shared/lib/save-file'

const chosenDays = dayRangeFilter('Days')
const choices = periods.map(({ value, label }) => ({ value, label }))
const ownDays = { value: '', label: 'Chosen days' }
const live = [
  { page: 'orders', tables: ['orders'] },
  { page: 'quotations', tables: ['quotations'] },
  { page: 'jobs', tables: ['jobs'] },
  { page: 'deliveries', tables: ['deliveries', 'partial_deliveries'] },
  { page: 'invoices', tables: ['invoices', 'credit_notes'] },
  { page: 'supplier-invoices', tables: ['supplier_invoices'] },
] as const

/** The days that the address names: a named period, or days of one's own; six months where it names none. */
function usePeriod() {
  const [search, setSearch] = useSearchParams()
  const isPhone = useIsPhone()
  const today = todayOf(useNow(60_000))
  const range = chosenDays.read(search.get('days'))
  const named: PeriodName | null = range.from
    ? null
    : (periods.find(({ value }) => value === search.get('period'))?.value ?? '6m')
  const until = range.to && range.from && range.to >= range.from ? range.to : today
  const period: Period = named
    ? periodOf(named, today)
    : { from: range.from ?? today, to: range.from && range.from > until ? range.from : until }
  const put = (values: Record<string, string | null>) =>
    setSearch(
      (now) => {
        const next = new URLSearchParams(now)
        for (const [name, value] of Object.entries(values)) {
          if (value) next.set(name, value)
          else next.delete(name)
        }
        return next
      },
      { replace: true, preventScrollReset: true },
    )
  const choose = (value: string) => put({ period: value === '6m' ? null : value, days: null })
  return {
    period,
    named,
    control: (
      <Group gap="xs">
        {isPhone ? (
          <NativeSelect
            aria-label="Period"
            data={named ? choices : [ownDays, ...choices]}
            value={named ?? ''}
            onChange={(event) => choose(event.currentTarget.value)}
          />
        ) : (
          <SegmentedControl aria-label="Period" data={choices} value={named ?? ''} onChange={choose} />
        )}
        <chosenDays.Control
          label="Days"
          value={range}
          onChange={(days) => put({ days: chosenDays.write(days), period: null })}
        />
      </Group>
    ),
  }
}

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
      lead={`${dayRangeText(period)}, compared with ${dayRangeText(earlier)}. Amounts without VAT, unless it is said.`}
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
          <div className={classes.panels}>
            {data.sales ? <SalesPanel {...months} /> : null}
            {data.services ? <ServicesPanel {...months} /> : null}
            {data.margin ? <MarginPanel {...months} /> : null}
            {data.sellers ? <SellersPanel {...months} /> : null}
            {data.winners ? <WinnersPanel {...months} /> : null}
            {data.quotes ? <QuotesPanel {...months} /> : null}
            {data.receivables ? <ReceivablesPanel {...months} /> : null}
            {data.cash ? <CashPanel {...months} /> : null}
            {data.to_invoice ? <ToInvoicePanel {...months} /> : null}
            {data.late ? <LatePanel {...months} /> : null}
            {data.labour ? <LabourPanel {...months} /> : null}
            {data.vat ? <VatPanel {...months} ledgers={<Ledgers period={period} />} /> : null}
          </div>
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

/** What the accountant takes along: the ledgers of the period as files. */
function Ledgers({ period }: { period: Period }) {
  const rights = useRights()
  const saving = useMutation({
    mutationFn: async (side: 'sales' | 'purchases') => {
      const rows = await readLedger(side, period.from, period.to)
      const head = [
        'Day',
        'Number',
        'Kind',
        side === 'sales' ? 'Client' : 'Supplier',
        'VAT number',
        'Country',
        'VAT rate',
        'VAT treatment',
        'Net',
        'VAT',
        'Gross',
        'Currency',
      ]
      const lines = rows.map((row) => [
        row.on_date,
        row.number,
        row.kind,
        row.client_name,
        row.vat_number,
        row.country,
        row.vat_rate,
        row.vat_treatment,
        row.net,
        row.vat,
        row.gross,
        row.currency,
      ])
      saveCsv(`${side}-ledger-${period.from}-${period.to}.csv`, toCsv(head, lines))
    },
  })
  const button = (side: 'sales' | 'purchases', label: string) => (
    <Button
      variant="default"
      size="xs"
      leftSection={<IconDownload size={16} aria-hidden />}
      loading={saving.isPending && saving.variables === side}
      onClick={() => saving.mutate(side)}
    >
      {label}
    </Button>
  )
  return (
    <Group gap="xs" mt="sm">
      {button('sales', 'Sales ledger')}
      {can(rights, 'supplier-invoices', 'view') ? button('purchases', 'Purchase ledger') : null}
      {saving.isError ? (
        <Text size="sm" c="error" role="alert">
          {saveProblem(saving.error)}
        </Text>
      ) : null}
    </Group>
  )
}
