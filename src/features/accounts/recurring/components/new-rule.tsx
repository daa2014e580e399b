import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { insertRow } from '@/kit/save/save-row'
import { linkTo } from '@/shared/lib/address'
import { newId } from '@/shared/lib/new-id'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { today } from '../../shared/today'
import { usualAccountQuery } from '../../shared/api/usual-account.query'
import { recurringKey } from '../api/recurring.query'
import { newRuleFields } from '../recurring-fields'
import { NextDates } from './next-dates'

const list = linkTo('/payments/recurring')

/** A new rule, with the days that it will have. */
export function NewRule() {
  const navigate = useNavigate()
  const [id] = useState(newId)
  const [contact, setContact] = useState('')
  const usual = useQuery(usualAccountQuery(contact)).data ?? null
  const form = useRecordForm({
    fields: newRuleFields,
    name: 'new-recurring-payment',
    isNew: true,
    stored: { direction: 'out', every: 'month', starts_on: today(), days_before: 0, cost_account_id: usual },
    queryKey: recurringKey,
    check: ({ starts_on, ends_on }) => ({
      ...(starts_on !== '' && starts_on < today() ? { starts_on: 'Please choose a day from today on' } : {}),
      ...(ends_on !== '' && ends_on < starts_on ? { ends_on: 'The end is before the start' } : {}),
    }),
    save: (values) =>
      insertRow({
        table: 'recurring_payments',
        what: 'recurring payments',
        values: { id, ...values, ...(values.direction === 'in' ? { cost_account_id: null } : {}) },
      }),
    onSaved: () => navigate(`${list}?rule=${id}`, { replace: true }),
  })
  const payee = form.drafts.direction === 'out' ? form.drafts.contact_id : ''
  if (payee !== contact) setContact(payee)
  return (
    <PageFrame
      title="New recurring payment"
      lead="On each day a draft invoice, or a scheduled invoice of the supplier, is made."
      width="page"
      actions={
        <Button variant="default" component={Link} to={list}>
          Recurring Payments
        </Button>
      }
    >
      <RecordForm
        form={form}
        label="New recurring payment"
        submitLabel="Add recurring payment"
        sections={[
          {
            title: 'What',
            fields: [
              'direction',
              'contact_id',
              'title',
              'amount',
              'vat_rate_id',
              'cost_account_id',
              'iban',
              'payment_reference',
            ],
          },
          { title: 'When', fields: ['every', 'starts_on', 'day_of_month', 'ends_on', 'days_before'] },
          { fields: ['note'] },
        ]}
      >
        <NextDates drafts={form.drafts} from={null} />
      </RecordForm>
    </PageFrame>
  )
}
