import { Button, Modal, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useDialog } from '@/kit/dialog/use-dialog'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { can } from '@/shared/domain/people/permission'
import { countryCode } from '@/shared/domain/places/country-code'
import { calendarDayText, withTax } from '@/shared/domain/text/formats'
import { useCompanySign } from '@/shared/hooks/company-sign'
import { useRights } from '@/shared/hooks/current-user'
import { analyticsKey } from '../api/analytics.query'
import { saveTaxBasis, type TaxBasis, taxBasisQuery } from '../api/tax-basis.query'
import classes from './analytics.module.css'

const fields = defineFields({
  cash_basis_from: date('Sales: with the money, for invoices from', {
    help: 'Without a day every sale is taxed on the date of its invoice.',
  }),
  cash_basis_to: date('Sales: last day of these invoices', { help: 'Only if this came to an end.' }),
  cash_basis_purchases_from: date('Purchases: when the supplier is paid, for bills from', {
    help: 'Without a day every bill is deducted on its date.',
  }),
  cash_basis_purchases_to: date('Purchases: last day of these bills', { help: 'Only if this came to an end.' }),
})

const days = (papers: string, from: string, to: string | null) =>
  to === null
    ? `for ${papers} from ${calendarDayText(from)} on. Earlier ones count on their date.`
    : `for ${papers} from ${calendarDayText(from)} to ${calendarDayText(to)}. Others count on their date.`

/** On which day the tax of a sale, and that of a purchase, counts, in words. */
export function basisText(basis: TaxBasis): { sales: string; purchases: string } {
  const { cash_basis_from: sales, cash_basis_purchases_from: bills } = basis
  return {
    sales:
      sales === null
        ? 'On the date of the invoice.'
        : `When its money comes, ${days('invoices', sales, basis.cash_basis_to)}`,
    purchases:
      bills === null
        ? 'On the date of the bill.'
        : `When the supplier is paid, ${days('bills', bills, basis.cash_basis_purchases_to)}`,
  }
}

/** By which days the figures of a period are, as the end of a sentence: `by the date of the papers`. */
export function basisOfPeriod(basis: TaxBasis, to: string): string {
  const isCash = (from: string | null) => from !== null && from <= to
  const sales = isCash(basis.cash_basis_from)
  const purchases = isCash(basis.cash_basis_purchases_from)
  return sales && purchases
    ? 'taxed sales and purchases by the day of their money'
    : sales
      ? 'taxed sales by the day of their money, purchases by the date of the bill'
      : purchases
        ? 'sales by the date of the invoice, purchases by the day on which the supplier was paid'
        : 'by the date of the papers'
}

/** Countries by what their cash basis does with the tax on purchases. docs/countries.md names the sources. */
const withPayment = ['AT', 'EE', 'ES', 'GB', 'IT', 'MT', 'PL', 'PT', 'RO', 'SE', 'SI']
const withBill = ['DE', 'IE', 'NL']

/** What the country does with the tax on purchases where sales are taxed with their money; asks to find out where that is not known. */
export function ruleOfCountry(country: string | null): string {
  const code = countryCode(country)
  return code !== null && withPayment.includes(code)
    ? withTax(`In ${country} {tax} on purchases is then deducted when the supplier is paid: give that day too.`)
    : code !== null && withBill.includes(code)
      ? withTax(`In ${country} {tax} on purchases stays deducted on the date of the bill: leave that day empty.`)
      : withTax('Please ask your accountant whether {tax} on purchases is then deducted when the supplier is paid.')
}

/** When tax counts: on the date of a paper or with its money (cash basis), for each side; and the dialog that changes it. */
export function TaxBasisPanel() {
  const basis = useQuery(taxBasisQuery)
  const rights = useRights()
  const dialog = useDialog('tax-basis')
  if (!basis.data) return null
  const title = withTax('When {tax} counts')
  const words = basisText(basis.data)
  return (
    <section className={classes.panel} aria-label={title}>
      <Text component="h2" size="lg" fw={600}>
        {title}
      </Text>
      <Text size="sm" mt={4}>
        <strong>Sales:</strong> {words.sales}
      </Text>
      <Text size="sm" mt={4}>
        <strong>Purchases:</strong> {words.purchases}
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

const side = (from: string | null, to: string | null, names: readonly [string, string]): Record<string, string> =>
  to && !from
    ? { [names[0]]: 'Please say from when' }
    : from && to && to < from
      ? { [names[1]]: 'Please choose a day that is not before the first' }
      : {}

function BasisForm({ basis, onClose }: { basis: TaxBasis; onClose: () => void }) {
  const { country } = useCompanySign()
  const form = useRecordForm({
    fields,
    name: 'tax-basis',
    isNew: true,
    stored: basis,
    queryKey: analyticsKey,
    check: (now) => ({
      ...side(now.cash_basis_from, now.cash_basis_to, ['cash_basis_from', 'cash_basis_to']),
      ...side(now.cash_basis_purchases_from, now.cash_basis_purchases_to, [
        'cash_basis_purchases_from',
        'cash_basis_purchases_to',
      ]),
    }),
    save: saveTaxBasis,
    onSaved: onClose,
  })
  return (
    <RecordForm form={form} label="Days of these papers" submitLabel="Save" onCancel={onClose} isPlain autoFocus>
      <Text size="sm" c="dimmed">
        Known as cash basis, cash accounting or Ist-Versteuerung. Your tax office has to agree. {ruleOfCountry(country)}
      </Text>
    </RecordForm>
  )
}
