import { Stack, Text, Title } from '@mantine/core'
import { IconPlayerPause, IconPlayerPlay, IconPlayerSkipForward } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { Facts, RecordPage, RecordState } from '@/kit/record/record-page'
import { StatusBadge } from '@/kit/record/status-badge'
import { TrailLink } from '@/kit/record/trail-link'
import { saveVersioned } from '@/kit/save/save-row'
import { contactOf } from '@/shared/domain/people/contact'
import { calendarDayText, withTax } from '@/shared/domain/text/formats'
import { readableIban } from '@/shared/domain/money/iban'
import { formatMoney } from '@/shared/domain/money/money'
import { can } from '@/shared/domain/people/permission'
import { linkTo } from '@/shared/lib/address'
import { ContactLink } from '@/shared/ui/parts/contact-link'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import { AccountsBar } from '../../shared/accounts-bar'
import { today } from '../../shared/today'
import { useAct } from '../../shared/use-act'
import { skipPeriod } from '../api/recurring.mutation'
import { datesQuery, periodsQuery, recurringKey, type Rule, ruleQuery } from '../api/recurring.query'
import { grossOf, scheduleText } from '../recurring'
import { incomingFields, outgoingFields } from '../recurring-fields'
import { NextDates } from './next-dates'
import { RuleState } from './rule-state'

const back = { label: 'Recurring Payments', href: linkTo('/payments/recurring') }

/** One rule: its document, its dates, and its past periods. */
export function RulePage({ id }: { id: string }) {
  const rule = useQuery(ruleQuery(id))
  useLive(recurringKey, [
    { page: 'payments' },
    { page: 'invoices', tables: ['invoices'] },
    { page: 'supplier-invoices', tables: ['supplier_invoices'] },
  ])
  return (
    <RecordState of={rule} what="recurring payment" back={back}>
      {(row) => <OpenRule row={row} />}
    </RecordState>
  )
}

function OpenRule({ row }: { row: Rule }) {
  const rights = useRights()
  const { act, isBusy } = useAct()
  const mayEdit = can(rights, 'payments', 'edit')
  const { next_on: next } = row
  const pause = act(() =>
    saveVersioned({
      table: 'recurring_payments',
      what: 'this recurring payment',
      row,
      values: { is_paused: !row.is_paused },
    }),
  )
  return (
    <RecordPage
      beside={<AccountsBar />}
      title={row.title}
      kind={row.direction === 'in' ? 'A client pays us' : 'We pay a supplier'}
      status={<RuleState rule={row} />}
      back={back}
      primary={
        mayEdit && row.is_paused
          ? { label: 'Resume', icon: <IconPlayerPlay size={18} aria-hidden />, onClick: pause, isBusy }
          : null
      }
      actions={
        mayEdit && !row.is_paused && next
          ? [
              {
                label: `Skip ${calendarDayText(next)}`,
                icon: <IconPlayerSkipForward size={18} aria-hidden />,
                onClick: act(() => skipPeriod(row.id, next)),
              },
              { label: 'Pause', icon: <IconPlayerPause size={18} aria-hidden />, onClick: pause },
            ]
          : []
      }
      notice={row.last_error ? <Problem>{`It could not be made: ${row.last_error}`}</Problem> : null}
      aside={
        <Stack>
          <section className={page.panel} aria-label="About">
            <Facts
              of={{
                [row.direction === 'in' ? 'Client' : 'Supplier']: row.contact ? (
                  <ContactLink of={row.contact} />
                ) : (
                  contactOf(row)
                ),
                When: scheduleText(row),
                Net: formatMoney(row.amount),
                [withTax('With {tax}')]: <strong>{formatMoney(grossOf(row.amount, row.vat?.rate ?? '0'))}</strong>,
                IBAN: row.iban ? readableIban(row.iban) : null,
              }}
            />
          </section>
          <Coming row={row} />
          <Made row={row} />
          <TrailLink id={row.id} />
        </Stack>
      }
    >
      {mayEdit ? <EditRule row={row} /> : <Text c="dimmed">You may not change recurring payments.</Text>}
    </RecordPage>
  )
}

function EditRule({ row }: { row: Rule }) {
  const isOut = row.direction === 'out'
  const form = useRecordForm({
    fields: isOut ? outgoingFields : incomingFields,
    name: `recurring-${row.id}`,
    stored: row,
    queryKey: recurringKey,
    check: ({ starts_on, ends_on }) =>
      ends_on !== '' && ends_on < starts_on ? { ends_on: 'The end is before the start' } : {},
    save: (values) => saveVersioned({ table: 'recurring_payments', what: 'this recurring payment', row, values }),
  })
  const start = row.next_on !== null && row.next_on > today() ? row.next_on : today()
  return (
    <RecordForm
      form={form}
      label="Change the recurring payment"
      submitLabel="Save changes"
      hint="A change is for the days that are not made yet."
    >
      {form.isChanged ? <NextDates drafts={form.drafts} from={row.next_on === null ? today() : start} /> : null}
    </RecordForm>
  )
}

function Coming({ row }: { row: Rule }) {
  const dates = useQuery({
    ...datesQuery(row, row.ends_on, row.next_on),
    enabled: row.next_on !== null && !row.is_paused,
  })
  if (row.is_paused || row.next_on === null) return null
  return (
    <section className={page.panel} aria-label="Next days">
      <Title order={2} size="h4" mb="xs">
        Next days
      </Title>
      {(dates.data ?? [row.next_on]).map((day) => (
        <Text key={day} size="sm">
          {calendarDayText(day)}
        </Text>
      ))}
    </section>
  )
}

function Made({ row }: { row: Rule }) {
  const { data: periods = [], isError, refetch } = useQuery(periodsQuery(row.id))
  if (isError) return <Problem onRetry={() => void refetch()}>What was made could not be read</Problem>
  if (periods.length === 0) return null
  return (
    <section className={page.panel} aria-label="What was made">
      <Title order={2} size="h4" mb="xs">
        What was made
      </Title>
      <Stack gap="xs">
        {periods.map(({ id, period_on, outcome, invoice, supplier_invoice }) => (
          <div key={id}>
            <Text size="sm" fw={500}>
              {calendarDayText(period_on)}
            </Text>
            <Text size="sm" component="div">
              {outcome === 'skipped' ? 'Skipped' : null}
              {invoice ? (
                <>
                  <RecordLink kind="invoice" id={invoice.id} size="sm">
                    {invoice.invoice_number ?? 'Draft invoice'}
                  </RecordLink>{' '}
                  {formatMoney(invoice.gross)} <StatusBadge kind="invoice" status={invoice.state} />
                </>
              ) : null}
              {supplier_invoice ? (
                <>
                  <RecordLink kind="supplier_invoice" id={supplier_invoice.id} size="sm">
                    {supplier_invoice.supplier_number}
                  </RecordLink>{' '}
                  {formatMoney(supplier_invoice.gross)}{' '}
                  <StatusBadge kind="supplier_invoice" status={supplier_invoice.status} />
                </>
              ) : null}
              {outcome === 'made' && !invoice && !supplier_invoice
                ? 'Made. You may not see it, or it was removed.'
                : null}
            </Text>
          </div>
        ))}
      </Stack>
    </section>
  )
}
