import { Button, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { can } from '@/shared/domain/people/permission'
import { calendarDayText, withTax } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { analyticsKey } from '../api/analytics.query'
import { saveTaxBasis, type TaxBasis, taxBasisQuery } from '../api/tax-basis.query'
import classes from './analytics.module.css'

const fields = defineFields({
  cash_basis_from: date('With the money, for invoices from', {
    help: 'Without a day every sale is taxed on the date of its invoice.',
  }),
  cash_basis_to: date('Last day of these invoices', { help: 'Only if this came to an end.' }),
})

/** On which day the tax of a sale counts, in words. */
export function basisText({ cash_basis_from: from, cash_basis_to: to }: TaxBasis): string {
  if (from === null) return 'On the date of the invoice.'
  return to === null
    ? `When its money comes, for invoices from ${calendarDayText(from)} on. Earlier ones count on their date.`
    : `When its money comes, for invoices from ${calendarDayText(from)} to ${calendarDayText(to)}. Others count on their date.`
}

/** Whether sales are taxed by their invoices or by their money (cash basis), and the dialog that changes it. */
export function TaxBasisPanel() {
  const basis = useQuery(taxBasisQuery)
  const rights = useRights()
  const dialog = useDialog('tax-basis')
  if (!basis.data) return null
  const title = withTax('When {tax} on sales counts')
  return (
    <section className={classes.panel} aria-label={title}>
      <Text component="h2" size="lg" fw={600}>
        {title}
      </Text>
      <Text size="sm" mt={4}>
        {basisText(basis.data)}
      </Text>
      {can(rights, 'payments', 'edit') ? (
        <Button variant="default" mt="sm" onClick={() => dialog.open()}>
          Change
        </Button>
      ) : null}
      <Modal opened={dialog.isOpen} onClose={dialog.close} title={title}>
        <BasisForm basis={basis.data} onClose={dialog.close} />
      </Modal>
    </section>
  )
}

function BasisForm({ basis, onClose }: { basis: TaxBasis; onClose: () => void }) {
  const form = useRecordForm({
    fields,
    name: 'tax-basis',
    isNew: true,
    stored: basis,
    queryKey: analyticsKey,
    check: ({ cash_basis_from: from, cash_basis_to: to }) =>
      to && !from
        ? { cash_basis_from: 'Please say from when' }
        : from && to && to < from
          ? { cash_basis_to: 'Please choose a day that is not before the first' }
          : {},
    save: saveTaxBasis,
    onSaved: onClose,
  })
  return (
    <RecordForm form={form} label="Days of these invoices" submitLabel="Save" onCancel={onClose} isPlain autoFocus>
      <Text size="sm" c="dimmed">
        {withTax(
          'Known as cash basis, cash accounting or Ist-Versteuerung. Your tax office has to agree. {Tax} on purchases counts on the date of the bill.',
        )}
      </Text>
    </RecordForm>
  )
}
