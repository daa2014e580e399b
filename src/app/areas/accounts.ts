import { viewersOf } from '../route-sets/route.ts'

/** The five pages of which any opens Accounts (spec 1 §6). */
export const accountViewers = viewersOf('invoices', 'statements', 'supplier-invoices', 'payments', 'deliveries')

export const accounts = {
  screens: [
    {
      path: '/to-invoice',
      title: 'To Invoice',
      purpose: 'What is delivered and not invoiced yet; one click makes the invoice.',
      part: 'accounts',
      guard: accountViewers,
      load: async () => (await import('@/features/accounts/to-invoice/components/to-invoice-screen')).ToInvoiceScreen,
    },
    {
      path: '/invoices',
      title: 'Invoices',
      purpose: 'Invoices by status and age, the overdue ones in sight.',
      part: 'accounts',
      guard: viewersOf('invoices'),
      keys: 'G V',
      load: async () => (await import('@/features/accounts/invoices/components/invoices-screen')).InvoicesScreen,
    },
    {
      path: '/invoices/:id',
      title: 'Invoice',
      purpose: 'Lines, VAT, payments, sending, credit and PDF.',
      part: 'accounts',
      guard: viewersOf('invoices'),
      load: async () => (await import('@/features/accounts/invoices/components/invoice-screen')).InvoiceScreen,
    },
    {
      path: '/public/invoices/:id',
      title: 'Invoice Preview',
      purpose: 'The invoice as the client sees it.',
      part: 'accounts',
      guard: viewersOf('invoices'),
      load: async () =>
        (await import('@/features/accounts/invoices/components/invoice-preview-screen')).InvoicePreviewScreen,
    },
    {
      path: '/credit-notes/:id',
      title: 'Credit Note',
      purpose: 'A credit against the lines of an invoice.',
      part: 'accounts',
      guard: viewersOf('invoices'),
      load: async () =>
        (await import('@/features/accounts/credit-notes/components/credit-note-screen')).CreditNoteScreen,
    },
    {
      path: '/statements',
      title: 'Statements',
      purpose: 'What each client owes, by age; send statements to one client or to all.',
      part: 'accounts',
      guard: viewersOf('statements'),
      load: async () => (await import('@/features/accounts/statements/components/statements-screen')).StatementsScreen,
    },
    {
      path: '/statements/:id',
      title: 'Statement',
      purpose: 'Invoices, credits and payments of a client up to a date, with the running balance.',
      part: 'accounts',
      guard: viewersOf('statements'),
      load: async () => (await import('@/features/accounts/statements/components/statement-screen')).StatementScreen,
    },
    {
      path: '/statements-activity',
      title: 'Payment Activity',
      purpose: 'Payments and opened statements as they happen.',
      part: 'accounts',
      guard: accountViewers,
      load: async () => (await import('@/features/accounts/activity/components/activity-screen')).ActivityScreen,
    },
    {
      path: '/payments/recurring',
      title: 'Recurring Payments',
      purpose: 'What comes in and goes out regularly, with the next date of each.',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/recurring/components/recurring-screen')).RecurringScreen,
    },
    {
      path: '/payments/bank-import',
      title: 'Bank Statements',
      purpose: 'What the bank says came in: import a statement, match each payment with its client and invoices.',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/bank/components/bank-screen')).BankScreen,
    },
    {
      path: '/payment-prepared',
      title: 'Prepared Payments',
      purpose: 'Payments to suppliers: prepare, approve, and mark as paid.',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/runs/components/payment-runs-screen')).PaymentRunsScreen,
    },
    {
      path: '/supplier-invoices',
      title: 'Supplier Invoices',
      purpose: 'Bills from suppliers with their file: approve, schedule, pay; a doubled number is noticed.',
      part: 'accounts',
      guard: viewersOf('supplier-invoices'),
      load: async () =>
        (await import('@/features/accounts/suppliers/components/supplier-invoices-screen')).SupplierInvoicesScreen,
    },
  ],
} as const
