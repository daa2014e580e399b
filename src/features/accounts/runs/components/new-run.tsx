import { Button, Text } from '@mantine/core'
import { IconFileDollar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { useLive } from '@/kit/live/use-live'
import { isDay } from '@/shared/domain/time/days'
import { compared, exact, sum, written } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { Problem } from '@/shared/ui/page/problem'
import { accountsKey } from '../../shared/keys'
import { today } from '../../shared/today'
import { prepareRun } from '../api/runs.mutation'
import { type Candidate, candidatesQuery, runsKey } from '../api/runs.query'
import { chosenOf, chosenPayments, totalOf } from '../chosen-payments'
import classes from '../runs.module.css'

const list = linkTo('/payment-prepared')

/** Chooses the payments of a new run. Due invoices and those with a discount are ticked. */
export function NewRun() {
  const [payOn, setPayOn] = useState(today)
  const candidates = useQuery(candidatesQuery(payOn))
  useLive(runsKey, [{ page: 'payments' }, { page: 'supplier-invoices', tables: ['supplier_invoices'] }])
  return (
    <PageFrame
      title="Prepare payments"
      lead="Approved invoices of suppliers that are not paid."
      width="full"
      actions={
        <Button variant="default" component={Link} to={list}>
          Prepared Payments
        </Button>
      }
    >
      {candidates.isPending ? (
        <LineSkeletons count={6} height={56} />
      ) : candidates.isError ? (
        <Problem onRetry={() => void candidates.refetch()}>{candidates.error.message}</Problem>
      ) : candidates.data.length === 0 ? (
        <EmptyScreen
          icon={<IconFileDollar stroke={1.5} />}
          title="Nothing is to be paid"
          actions={
            <Button variant="default" component={Link} to={linkTo('/supplier-invoices')}>
              Supplier Invoices
            </Button>
          }
        >
          An invoice of a supplier comes here when it is approved.
        </EmptyScreen>
      ) : (
        <Choose candidates={candidates.data} payOn={payOn} onPayOn={setPayOn} />
      )}
    </PageFrame>
  )
}

type ChooseProps = { candidates: readonly Candidate[]; payOn: string; onPayOn: (day: string) => void }

function Choose({ candidates, payOn, onPayOn }: ChooseProps) {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const form = useRecordForm({
    fields: defineFields({
      pay_on: date('Pay on', { required: true }),
      note: text('Note', { max: 2000 }),
      invoices: chosenPayments(candidates),
    }),
    name: 'new-payment-run',
    isNew: true,
    stored: { pay_on: payOn },
    queryKey: accountsKey,
    check: ({ pay_on }) => (isDay(pay_on) && pay_on < today() ? { pay_on: 'Please choose a day from today on' } : {}),
    save: (values) => prepareRun({ id, payOn: values.pay_on, invoices: values.invoices, note: values.note }),
    onSaved: (prepared) => navigate(`${list}?run=${prepared}`, { replace: true }),
  })
  const asked = form.drafts.pay_on
  if (isDay(asked) && asked !== payOn && asked >= today()) onPayOn(asked)
  const chosen = chosenOf(candidates, form.drafts.invoices)
  const { total, payments } = totalOf(chosen)
  const saved = sum(chosen.map(({ discount }) => exact(discount)))
  return (
    <RecordForm
      form={form}
      isPlain
      label="New payment run"
      submitLabel="Prepare for approval"
      sections={[{ fields: ['pay_on', 'note'] }, { fields: ['invoices'] }]}
    >
      <div className={classes.sum} role="status">
        <strong>{formatMoney(total)}</strong>
        <span>{payments === 1 ? '1 payment' : `${payments} payments`}</span>
        {compared(saved, exact('0')) > 0 ? (
          <Text component="span" c="dimmed">
            {formatMoney(written(saved))} less for paying early
          </Text>
        ) : null}
      </div>
    </RecordForm>
  )
}
