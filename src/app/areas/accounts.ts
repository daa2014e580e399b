import { adminOnly, viewersOf } from '../route-sets/route.ts'

/** The view right on any of these five pages shows Accounts (spec 1 §6). */
export const accountViewers = viewersOf('invoices', 'statements', 'supplier-invoices', 'payments', 'deliveries')

export const accounts = {
  screens: [
    {
      path: '/to-invoice',
      title: 'To Invoice',
      part: 'accounts',
      guard: accountViewers,
      load: async () => (await import('@/features/accounts/to-invoice/components/to-invoice-screen')).ToInvoiceScreen,
    },
    {
      path: '/invoices',
      title: 'Invoices',
      part: 'accounts',
      guard: viewersOf('invoices'),
      keys: 'G V',
      load: async () => (await import('@/features/accounts/invoices/components/invoices-screen')).InvoicesScreen,
    },
    {
      path: '/invoices/:id',
      title: 'Invoice',
      part: 'accounts',
      guard: viewersOf('invoices'),
      load: async () => (await import('@/features/accounts/invoices/invoice-page/invoice-screen')).InvoiceScreen,
    },
    {
      path: '/public/invoices/:id',
      title: 'Invoice Preview',
      part: 'accounts',
      guard: viewersOf('invoices'),
      load: async () =>
        (await import('@/features/accounts/invoices/components/invoice-preview-screen')).InvoicePreviewScreen,
    },
    {
      path: '/credit-notes',
      title: 'Credit Notes',
      part: 'accounts',
      guard: viewersOf('invoices'),
      load: async () =>
        (await import('@/features/accounts/credit-notes/components/credit-notes-screen')).CreditNotesScreen,
    },
    {
      path: '/credit-notes/:id',
      title: 'Credit Note',
      part: 'accounts',
      guard: viewersOf('invoices'),
      load: async () =>
        (await import('@/features/accounts/credit-notes/components/credit-note-screen')).CreditNoteScreen,
    },
    {
      path: '/statements',
      title: 'Statements',
      part: 'accounts',
      guard: viewersOf('statements'),
      load: async () => (await import('@/features/accounts/statements/components/statements-screen')).StatementsScreen,
    },
    {
      path: '/statements/:id',
      title: 'Statement',
      part: 'accounts',
      guard: viewersOf('statements'),
      load: async () => (await import('@/features/accounts/statements/components/statement-screen')).StatementScreen,
    },
    {
      path: '/statements-activity',
      title: 'Payment Activity',
      part: 'accounts',
      guard: accountViewers,
      load: async () => (await import('@/features/accounts/activity/components/activity-screen')).ActivityScreen,
    },
    { path: '/payments', to: '/statements-activity' },
    {
      path: '/payments/recurring',
      title: 'Recurring Payments',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/recurring/components/recurring-screen')).RecurringScreen,
    },
    {
      path: '/payments/bank-import',
      title: 'Bank Statements',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/bank/components/bank-screen')).BankScreen,
    },
    {
      path: '/payment-prepared',
      title: 'Prepared Payments',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/runs/components/payment-runs-screen')).PaymentRunsScreen,
    },
    {
      path: '/vat',
      title: 'Tax',
      part: 'accounts',
      guard: viewersOf('invoices'),
      load: async () => (await import('@/features/accounts/analytics/components/vat-screen')).VatScreen,
    },
    {
      path: '/ec-sales-list',
      title: 'EC Sales List',
      part: 'accounts',
      guard: viewersOf('invoices'),
      load: async () => (await import('@/features/accounts/analytics/components/ec-sales-screen')).EcSalesScreen,
    },
    {
      path: '/journal',
      title: 'Journal',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/journal/components/journal-screen')).JournalScreen,
    },
    {
      path: '/journal/:id',
      title: 'Entry',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/journal/components/entry-screen')).EntryScreen,
    },
    {
      path: '/cash-book',
      title: 'Cash Book',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/cash-book/components/cash-book-screen')).CashBookScreen,
    },
    {
      path: '/hand-over',
      title: 'Hand Over',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/journal/components/hand-over-screen')).HandOverScreen,
    },
    {
      path: '/trial-balance',
      title: 'Trial Balance',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/journal/components/balance-screen')).BalanceScreen,
    },
    {
      path: '/trial-balance/:id',
      title: 'Account Sheet',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/journal/components/sheet-screen')).SheetScreen,
    },
    {
      path: '/profit-and-loss',
      title: 'Profit and Loss',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () =>
        (await import('@/features/accounts/journal/components/profit-and-loss-screen')).ProfitAndLossScreen,
    },
    {
      path: '/balance-sheet',
      title: 'Balance Sheet',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () =>
        (await import('@/features/accounts/journal/components/balance-sheet-screen')).BalanceSheetScreen,
    },
    {
      path: '/open-items',
      title: 'Open Items',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/journal/components/open-items-screen')).OpenItemsScreen,
    },
    {
      path: '/chart-of-accounts',
      title: 'Chart of Accounts',
      part: 'accounts',
      guard: viewersOf('payments'),
      setting: { group: 'company', place: 4 },
      load: async () => (await import('@/features/accounts/journal/components/chart-screen')).ChartScreen,
    },
    {
      path: '/closing',
      title: 'Closing',
      part: 'accounts',
      guard: viewersOf('payments'),
      load: async () => (await import('@/features/accounts/closing/components/closing-screen')).ClosingScreen,
    },
    {
      path: '/settings/network',
      title: 'Network',
      part: 'settings',
      guard: adminOnly,
      setting: { group: 'company', place: 5 },
      load: async () => (await import('@/features/accounts/network/components/network-screen')).NetworkScreen,
    },
    {
      path: '/supplier-invoices',
      title: 'Supplier Invoices',
      part: 'accounts',
      guard: viewersOf('supplier-invoices'),
      load: async () =>
        (await import('@/features/accounts/suppliers/components/supplier-invoices-screen')).SupplierInvoicesScreen,
    },
    {
      path: '/exchange-rates',
      title: 'Exchange Rates',
      part: 'accounts',
      guard: viewersOf('invoices', 'quotations'),
      setting: { group: 'company', place: 6 },
      load: async () =>
        (await import('@/features/accounts/exchange/components/exchange-rates-screen')).ExchangeRatesScreen,
    },
    {
      path: '/cost-accounts',
      title: 'Cost Accounts',
      part: 'accounts',
      guard: viewersOf('supplier-invoices'),
      setting: { group: 'company', place: 3 },
      load: async () =>
        (await import('@/features/accounts/suppliers/components/cost-accounts-screen')).CostAccountsScreen,
    },
  ],
} as const
