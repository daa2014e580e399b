import { Stack, Table, Text, Title } from '@mantine/core'
import type { ReactNode } from 'react'
import { type DocumentKind, dueDayOf } from '@/documents/statuses'
import { DueMark } from '@/kit/record/due-mark'
import { ShareBar } from '@/kit/record/share-bar'
import { StatusBadge } from '@/kit/record/status-badge'
import { capital } from '@/kit/words'
import { methodLabel } from '@/shared/domain/records/delivery-method'
import { calendarDayText, dayText } from '@/shared/domain/text/formats'
import { methodText } from '@/shared/domain/money/payment-methods'
import { formatMoney } from '@/shared/domain/money/money'
import type { RecordKind } from '@/shared/domain/records/record-kind'
import { RecordLink } from '@/shared/ui/page/record-links'
import page from '@/shared/ui/page/record-page.module.css'
import type { OrderRecords } from '../api/order.query'
import { creditsOf, paymentsOf } from '../money-of-order'
import { stepsOf } from '../api/orders.query'
import classes from './order-records.module.css'

type Row = {
  id: string
  number: string
  kind: RecordKind
  about: ReactNode
  status: string
  at: ReactNode
  end: ReactNode
}

/** The jobs, deliveries, invoices, credit notes and payments of an order. A part without a record is left out. */
export function OrderParts({ of }: { of: OrderRecords }) {
  const jobs: Row[] = of.jobs.map((job) => {
    const { done, total } = stepsOf({ jobs: [job] })
    return {
      id: job.id,
      number: job.job_number,
      kind: 'job',
      about: job.title,
      status: job.status,
      at: job.due_date ? (
        <>
          due <DueMark kind="job" id={job.id} day={job.due_date} />
        </>
      ) : (
        ''
      ),
      end:
        total === 0 ? null : <ShareBar label="Steps done" share={(100 * done) / total} words={`${done} of ${total}`} />,
    }
  })
  return (
    <Stack gap="lg">
      <Part title="Jobs" document="job" rows={jobs} />
      <Part
        title="Deliveries"
        document="delivery"
        rows={of.deliveries.map((row) => ({
          id: row.id,
          number: row.delivery_number,
          kind: 'delivery',
          about: methodLabel(row.method),
          status: row.status,
          at: row.delivered_at
            ? `delivered ${dayText(row.delivered_at)}`
            : row.scheduled_at
              ? `planned ${dayText(row.scheduled_at)}`
              : '',
          end: null,
        }))}
      />
      <Part
        title="Invoices"
        document="invoice"
        rows={of.invoices.map((row) => ({
          id: row.id,
          number: row.invoice_number ?? 'Draft',
          kind: 'invoice',
          about: capital(row.kind),
          status: row.state,
          at: dueWords(row),
          end: formatMoney(row.gross, row.currency),
        }))}
      />
      <Part
        title="Credit notes"
        document="credit_note"
        rows={creditsOf(of.invoices).map((row) => ({
          id: row.id,
          number: row.credit_number ?? 'Draft',
          kind: 'credit_note',
          about: `of ${of.invoices.find(({ credits }) => credits.includes(row))?.invoice_number ?? 'an invoice'}`,
          status: row.status,
          at: row.issue_date ? calendarDayText(row.issue_date) : '',
          end: formatMoney(`-${row.gross}`, row.currency),
        }))}
      />
      <Part
        title="Payments"
        document="payment"
        rows={paymentsOf(of).map((row) => ({
          id: row.id,
          number: row.payment_number ?? 'Payment',
          kind: 'payment',
          about:
            methodText(row.method) + (row.whole === null ? '' : `, part of ${formatMoney(row.whole, row.currency)}`),
          status: row.status,
          at: calendarDayText(row.received_on),
          end: formatMoney(row.amount, row.currency),
        }))}
      />
    </Stack>
  )
}

function Part({ title, document, rows }: { title: string; document: DocumentKind; rows: readonly Row[] }) {
  if (rows.length === 0) return null
  return (
    <section className={page.panel} aria-label={title}>
      <Title order={2} size="h4" mb="xs">
        {title}
      </Title>
      <Table verticalSpacing={6} className={classes.records ?? ''}>
        <Table.Tbody>
          {rows.map((row) => (
            <Table.Tr key={row.id}>
              <Table.Td style={{ whiteSpace: 'nowrap' }}>
                <RecordLink kind={row.kind} id={row.id}>
                  {row.number}
                </RecordLink>
              </Table.Td>
              <Table.Td>{row.about}</Table.Td>
              <Table.Td>
                <StatusBadge kind={document} status={row.status} />
              </Table.Td>
              <Table.Td>
                <Text size="sm" c="dimmed" style={{ whiteSpace: 'nowrap' }}>
                  {row.at}
                </Text>
              </Table.Td>
              <Table.Td style={{ textAlign: 'right', whiteSpace: 'nowrap', fontVariantNumeric: 'tabular-nums' }}>
                {row.end}
              </Table.Td>
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </section>
  )
}

/** `due 4 Dec 2026`; nothing where nothing is owed. */
function dueWords(invoice: OrderRecords['invoices'][number]): string {
  const day = dueDayOf(invoice)
  return day === null ? '' : `due ${calendarDayText(day)}`
}
