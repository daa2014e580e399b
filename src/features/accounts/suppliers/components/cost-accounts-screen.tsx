import { checkbox, choice } from '@/kit/fields/choice-fields'
import { defineFields } from '@/kit/fields/field'
import { rowChoice } from '@/kit/fields/row-choice'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { can, type Rights } from '@/shared/domain/people/permission'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { costAccountsKey } from '../api/cost-accounts.query'

const mayChange = (rights: Rights) => can(rights, 'supplier-invoices', 'edit')
const costAccounts = defineSmallTable({
  table: 'cost_accounts',
  one: 'cost account',
  many: 'cost accounts',
  fields: defineFields({
    code: text('Number', { required: true, max: 20, duplicate: 'There is an account with this number already.' }),
    name: text('Name', { required: true, max: 100 }),
    kind: choice(
      'Kind',
      [
        { value: 'cost', label: 'Cost' },
        { value: 'asset', label: 'Fixed asset' },
      ],
      { required: true, initial: 'cost' },
    ),
    written_down_on: rowChoice(
      'Depreciation on',
      { table: 'ledger_accounts', label: 'label', key: costAccountsKey, where: { kind: 'asset', archived: 'false' } },
      { help: 'Empty: on the account itself.', hiddenUnless: ({ kind }) => kind === 'asset' },
    ),
    archived: checkbox('Archived: takes no further line', { columnLabel: 'Archived', wide: false }),
  }),
  key: costAccountsKey,
  live: [{ page: 'supplier-invoices', tables: ['cost_accounts', 'supplier_invoice_items'] }],
  usedBy: 'supplier_invoice_items',
  rights: { add: mayChange, change: mayChange, remove: mayChange },
  about:
    'Lines of bills are booked to these accounts, under the numbers that your accountant uses. What stands on an account of fixed assets is no cost: its depreciation is.',
})

/** /cost-accounts: the accounts of supplier bills. A used one is archived, not removed. */
export const CostAccountsScreen = () => (
  <PageFrame title="Cost Accounts" width="text">
    <SmallTable of={costAccounts} />
  </PageFrame>
)
