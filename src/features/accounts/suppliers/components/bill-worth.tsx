import { Button, Group, Modal, Text, Title } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useMemo } from 'react'
import { useDialog } from '@/kit/dialog/use-dialog'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { Facts } from '@/kit/record/record-page'
import { formatMoney, shortDecimalText } from '@/shared/domain/money/money'
import { withTax } from '@/shared/domain/text/formats'
import page from '@/shared/ui/page/record-page.module.css'
import { useAct } from '../../shared/use-act'
import { ratesQuery } from '../../shared/api/converter-rates.query'
import { stateBillWorth } from '../api/worth.query'
import { type SupplierInvoice, suppliersKey } from '../api/suppliers.query'
import { booksCurrency, isWithoutWorth, paperGross, saidRate, worthFields } from '../bill-worth'

/** What a bill in another currency says, and what it is worth in the books; nothing for a bill in their currency. */
export function BillWorth({ row, mayEdit }: { row: SupplierInvoice; mayEdit: boolean }) {
  const dialog = useDialog('worth')
  const { isBusy, act } = useAct()
  if (row.paper_currency === null && !isWithoutWorth(row)) return null
  const isOpen =
    mayEdit && (row.paper_currency === null || (['received', 'disputed'].includes(row.status) && row.paid === '0.00'))
  return (
    <section className={page.panel} aria-label="Worth in the books">
      <Title order={2} size="h4" mb="xs">
        Worth in the books
      </Title>
      {row.paper_currency === null ? (
        <Text size="sm">
          {`This bill is in ${row.currency}. It is not in the books, and cannot be approved, until its worth in ${booksCurrency()} is said.`}
        </Text>
      ) : (
        <PaperFacts row={row} currency={row.paper_currency} />
      )}
      {isOpen ? (
        <Group mt="sm" gap="xs">
          <Button variant="default" onClick={() => dialog.open('yes')}>
            {row.paper_currency === null ? 'Say the worth' : 'Change the worth'}
          </Button>
          {row.paper_currency === null ? null : (
            <Button variant="subtle" loading={isBusy} onClick={act(() => stateBillWorth(row.id, null))}>
              Take the worth back
            </Button>
          )}
        </Group>
      ) : null}
      <Modal opened={dialog.subject === 'yes'} onClose={dialog.close} title="What is it worth?">
        <WorthForm row={row} onClose={dialog.close} />
      </Modal>
    </section>
  )
}

function PaperFacts({ row, currency }: { row: SupplierInvoice; currency: string }) {
  const own = paperGross(row)
  const rate = saidRate(row.gross, own)
  return (
    <Facts
      amounts
      of={{
        Net: formatMoney(row.paper_net ?? '', currency),
        [withTax('{Tax}')]: formatMoney(row.paper_vat ?? '', currency),
        'Total of the bill': <strong>{formatMoney(own, currency)}</strong>,
        Worth: <strong>{formatMoney(row.gross, row.currency)}</strong>,
        Rate: rate === null ? null : `${shortDecimalText(rate)} ${row.currency} for 1 ${currency}`,
      }}
    />
  )
}

function WorthForm({ row, onClose }: { row: SupplierInvoice; onClose: () => void }) {
  const currency = row.paper_currency ?? row.currency
  const own = paperGross(row)
  const rates = useQuery(ratesQuery).data ?? null
  const fields = useMemo(() => worthFields(currency, rates, () => own), [currency, rates, own])
  const form = useRecordForm({
    fields,
    name: `worth-${row.id}`,
    isNew: true,
    stored: {},
    queryKey: suppliersKey,
    check: ({ worth }) => (worth === '' ? { worth: `Please enter what it is worth in ${booksCurrency()}` } : {}),
    save: ({ worth }) => stateBillWorth(row.id, worth ?? ''),
    onSaved: onClose,
  })
  return (
    <RecordForm
      form={form}
      isPlain
      autoFocus
      label="Worth in the books"
      submitLabel="Save the worth"
      onCancel={onClose}
    >
      <Text size="sm">{`The bill comes to ${formatMoney(own, currency)}.`}</Text>
    </RecordForm>
  )
}
