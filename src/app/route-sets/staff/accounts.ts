import { paths } from '../../paths.ts'
import { adminOnly, type AppRoute, screensOf, viewersOf } from '../route.ts'

const deliveries = screensOf('deliveries', { guard: viewersOf('deliveries'), frame: 'staff' })
/** The five pages of which any opens Accounts (spec 1 §6). */
export const accountViewers = viewersOf('invoices', 'statements', 'supplier-invoices', 'payments', 'deliveries')

const invoices = screensOf('accounts', { guard: viewersOf('invoices'), frame: 'staff' })
const statements = screensOf('accounts', { guard: viewersOf('statements'), frame: 'staff' })
const payments = screensOf('accounts', { guard: viewersOf('payments'), frame: 'staff' })

export const accountRoutes: readonly AppRoute[] = [
  deliveries(paths.deliveries, {
    title: 'Deliveries',
    purpose: 'Deliveries by day and route: assign a crew, tick what is handed over, sign, take a photo.',
  }),
  deliveries(paths.delivery, {
    title: 'Delivery',
    purpose: 'One delivery: address, what goes, what went before, and what is still to come.',
  }),
  deliveries(paths.deliveryNotes, { title: 'Delivery Notes', purpose: 'Signed delivery notes by client.' }),
  invoices(paths.toInvoice, {
    title: 'To Invoice',
    purpose: 'What is delivered and not invoiced yet; one click makes the invoice.',
    guard: accountViewers,
  }),
  invoices(paths.invoices, { title: 'Invoices', purpose: 'Invoices by status and age, the overdue ones in sight.' }),
  invoices(paths.invoice, { title: 'Invoice', purpose: 'Lines, VAT, payments, sending, credit and PDF.' }),
  invoices(paths.invoiceView, { title: 'Invoice Preview', purpose: 'The invoice as the client sees it.' }),
  invoices(paths.creditNote, { title: 'Credit Note', purpose: 'A credit against the lines of an invoice.' }),
  statements(paths.statements, {
    title: 'Statements',
    purpose: 'What each client owes, by age; send statements to one client or to all.',
  }),
  statements(paths.statement, {
    title: 'Statement',
    purpose: 'Invoices, credits and payments of a client up to a date, with the running balance.',
  }),
  statements(paths.statementsActivity, {
    title: 'Payment Activity',
    purpose: 'Payments and opened statements as they happen.',
    guard: accountViewers,
  }),
  payments(paths.recurringPayments, {
    title: 'Recurring Payments',
    purpose: 'What comes in and goes out regularly, with the next date of each.',
  }),
  payments(paths.preparedPayments, {
    title: 'Prepared Payments',
    purpose: 'Payments to suppliers: prepare, approve, and mark as paid.',
  }),
  payments(paths.supplierInvoices, {
    title: 'Supplier Invoices',
    purpose: 'Bills from suppliers with their file: approve, schedule, pay; a doubled number is noticed.',
    guard: viewersOf('supplier-invoices'),
  }),
  screensOf('accounts', { guard: adminOnly, frame: 'staff' })(paths.auditLog, {
    title: 'Audit Log',
    purpose: 'Who changed what in a record, when, from which value to which.',
    load: () => import('../../routes/audit-log.tsx'),
  }),
]
