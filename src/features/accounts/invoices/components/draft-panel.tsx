import { ActionIcon, Button, Group, Modal, Text, Title, UnstyledButton } from '@mantine/core'
import { IconPlus, IconTrash } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { confirmChange } from '@/kit/confirm'
import { cashDiscountFields, cashDiscountProblems } from '@/kit/fields/cash-discount-fields'
import { collectedField } from '@/kit/fields/collected-field'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { longText, text } from '@/kit/fields/text-fields'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { removeRow, saveVersioned } from '@/kit/save/save-row'
import page from '@/shared/ui/page/record-page.module.css'
import { invoicesKey } from '../../shared/keys'
import { useAct } from '../../shared/use-act'
import { type DraftLine, draftLinesQuery } from '../api/draft-lines.query'
import type { Invoice } from '../api/invoice.query'
import { draftLineText } from '../draft-line-text'
import { DraftDeposits } from './draft-deposits'
import { DraftLineForm } from './draft-line-form'
import { DraftVat } from './draft-vat'

const fieldsOf = (isOfOrder: boolean) =>
  defineFields({
    project_title: text('Title', { max: 500 }),
    client_po: text('Client’s order number', { max: 100 }),
    is_collected: { ...collectedField, right: (rights) => !isOfOrder && (collectedField.right?.(rights) ?? true) },
    supply_date: date('Date of supply', {
      help: isOfOrder
        ? 'Empty: the day of the last delivery, else the day it is issued. Of a period its last day.'
        : 'Empty: the day it is issued. Of a period its last day.',
    }),
    supply_from: date('Supplied from', { help: 'Only for a period: its first day.' }),
    due_date: date('Due', { help: 'Empty: by the terms of the client, from the day it is issued.' }),
    ...cashDiscountFields({ least: '0.01', help: 'For paying early. Empty: none.' }),
    note: longText('Note on the invoice', { max: 5000 }),
  })

const periodProblem = (from: string, to: string) => {
  if (from === '') return {}
  if (to === '') return { supply_date: 'A period needs its last day' }
  return to < from ? { supply_date: 'The period ends before it begins' } : {}
}

/** The editable parts of a draft: its lines, the client’s order number, the due day and a note. */
export function DraftPanel({ row }: { row: Invoice }) {
  const fields = useMemo(() => fieldsOf(row.order_id !== null), [row.order_id])
  const form = useRecordForm({
    fields,
    name: `invoice-draft-${row.id}`,
    stored: row,
    queryKey: invoicesKey,
    check: (values) => ({ ...cashDiscountProblems(values), ...periodProblem(values.supply_from, values.supply_date) }),
    save: (values) => saveVersioned({ table: 'invoices', what: 'this draft', row, values }),
    onSaved: () => {},
  })
  return (
    <>
      <DraftLines row={row} />
      <DraftDeposits row={row} />
      <section className={page.panel}>
        <Title order={2} size="h4" mb="xs">
          Details
        </Title>
        <RecordForm form={form} label="Details of the draft" submitLabel="Save details" isPlain />
      </section>
    </>
  )
}

function DraftLines({ row }: { row: Invoice }) {
  const { data: all = [], isSuccess } = useQuery(draftLinesQuery(row.id))
  const [opened, open] = useState<DraftLine | 'new' | null>(null)
  const { act, isBusy } = useAct()
  const lines = all.filter(({ kind }) => kind !== 'deposit')
  const close = () => open(null)
  const remove = (line: DraftLine) =>
    confirmChange({
      title: 'Remove this line?',
      text: line.order_item_id === null ? line.description : `${line.description}. It can be invoiced later.`,
      confirm: 'Remove line',
      onConfirm: act(() => removeRow({ table: 'invoice_items', what: 'this line', id: line.id })),
    })
  return (
    <section className={page.panel}>
      <Group justify="space-between" mb="xs">
        <Title order={2} size="h4">
          Lines
        </Title>
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => open('new')}
        >
          Add line
        </Button>
      </Group>
      {isSuccess && lines.length === 0 ? (
        <Text size="sm" c="dimmed">
          An invoice needs a line before it is issued.
        </Text>
      ) : null}
      {lines.map((line) => (
        <Group key={line.id} wrap="nowrap" justify="space-between" gap="xs">
          <UnstyledButton onClick={() => open(line)} aria-label={`Edit ${line.description}`} py={6} flex={1} miw={0}>
            <Text size="sm" truncate>
              {line.description}
            </Text>
            {line.qty !== null && line.unit_price !== null ? (
              <Text size="xs" c="dimmed">
                {draftLineText(line, row.currency)}
              </Text>
            ) : null}
          </UnstyledButton>
          <ActionIcon
            variant="subtle"
            color="gray"
            size={44}
            disabled={isBusy}
            aria-label={`Remove ${line.description}`}
            onClick={() => remove(line)}
          >
            <IconTrash size={16} aria-hidden />
          </ActionIcon>
        </Group>
      ))}
      <DraftVat row={row} lines={lines} />
      <Modal opened={opened !== null} onClose={close} title={opened === 'new' ? 'New line' : 'Edit line'}>
        {opened === null ? null : (
          <DraftLineForm
            invoiceId={row.id}
            contactId={row.contact_id}
            currency={row.currency}
            line={opened === 'new' ? null : opened}
            lines={all}
            onClose={close}
          />
        )}
      </Modal>
    </section>
  )
}
