import { Anchor, Button, Group, Stack, Text, Title } from '@mantine/core'
import { notifications } from '@mantine/notifications'
import { Link } from 'react-router-dom'
import { confirmChange } from '@/kit/confirm'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { percent } from '@/kit/fields/number-fields'
import { rowChoice } from '@/kit/fields/row-choice'
import { text } from '@/kit/fields/text-fields'
import { defineSmallTable } from '@/kit/inline-table/inline-definition'
import { SmallTable } from '@/kit/inline-table/inline-table'
import { charts } from '@/shared/domain/money/charts-of-accounts'
import { can, type Rights } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { PageFrame } from '@/shared/ui/page/page-frame'
import { useAct } from '../../shared/use-act'
import { applyChart } from '../api/chart.mutation'
import { journalKey } from '../api/account-choices.query'
import { allTreatments } from '../../shared/treatments'
import { kinds, methods, parts } from '../journal-words'

const mayChange = (rights: Rights) => can(rights, 'payments', 'edit')
const rights = { add: mayChange, change: mayChange, remove: mayChange }
const chartKey = [...journalKey, 'chart'] as const

/** A rule alone tells it from reverse charge abroad: the client has no number of another state of the Union. */
const ofHome = { value: 'reverse_charge_home', label: 'Reverse charge, client at home' }
const live = [{ page: 'payments', tables: ['ledger_accounts', 'account_rules'] }] as const

const accounts = defineSmallTable({
  table: 'ledger_accounts',
  one: 'account',
  many: 'accounts',
  fields: defineFields({
    code: text('Number', { required: true, max: 20, duplicate: 'There is an account with this number already.' }),
    name: text('Name', { required: true, max: 100 }),
    kind: choice('Kind', kinds, { required: true }),
    archived: checkbox('Archived: no further rule leads to it', { columnLabel: 'Archived', wide: false }),
  }),
  key: chartKey,
  live,
  usedBy: 'account_rules',
  rights,
})

/** Parts of papers whose rules may be of one rate and treatment. */
const taxed = [
  'sales',
  'deposits',
  'vat_sales',
  'vat_waiting',
  'vat_purchases',
  'vat_purchases_waiting',
  'vat_due',
  'costs',
  'cash_discounts',
  'discounts',
]

const rules = defineSmallTable({
  table: 'account_rules',
  one: 'rule',
  many: 'rules',
  fields: defineFields({
    part: choice('Part of a paper', parts, { required: true }),
    account_id: rowChoice('Account', { table: 'ledger_accounts', label: 'label', key: chartKey }, { required: true }),
    service_id: rowChoice(
      'Only this service',
      { table: 'services', key: chartKey },
      { columnLabel: 'Service', hiddenUnless: ({ part }) => part === 'sales' },
    ),
    vat_rate: percent('Only this {tax} rate', {
      columnLabel: '{Tax} rate',
      places: 4,
      hiddenUnless: ({ part }) => taxed.includes(part ?? ''),
    }),
    vat_treatment: choice('Only this {tax} treatment', [...allTreatments, ofHome], {
      columnLabel: 'Treatment',
      hiddenUnless: ({ part }) => taxed.includes(part ?? ''),
    }),
    method: choice('Only paid this way', methods, {
      columnLabel: 'Paid by',
      hiddenUnless: ({ part }) => part === 'money',
    }),
    from_day: date('Only from this day on', { columnLabel: 'From' }),
  }),
  order: 'part',
  key: chartKey,
  live,
  rights,
})

/** Uses the chart, and says which accounts keep their name. */
async function beginWith({ value, label }: (typeof charts)[number]): Promise<void> {
  const kept = await applyChart(value)
  notifications.show({
    title: `The rules lead to the accounts of ${label}`,
    message: kept,
    autoClose: kept === '' ? 4000 : false,
  })
}

/** The charts to begin with: each after a question. */
function Charts() {
  const { act, isBusy } = useAct()
  return (
    <section aria-labelledby="charts">
      <Title order={2} size="h4" id="charts" mb="xs">
        Begin with a chart
      </Title>
      <Group gap="sm">
        {charts.map((chart) => (
          <Button
            key={chart.value}
            variant="default"
            disabled={isBusy}
            onClick={() =>
              confirmChange({
                title: `Use the accounts of ${chart.label}?`,
                text: 'The rules lead to its accounts. All entries move to its numbers. Where days are closed, their entries stay, and another chart begins only on the first day of a year. Accounts of another chart that nobody used or changed are replaced. Your own accounts and rules of services stay.',
                confirm: 'Use these accounts',
                onConfirm: act(() => beginWith(chart)),
              })
            }
          >
            {chart.label}
          </Button>
        ))}
      </Group>
    </section>
  )
}

/** /chart-of-accounts: the accounts of the books, and the rules that lead to them. */
export function ChartScreen() {
  const mine = useRights()
  return (
    <PageFrame
      title="Chart of Accounts"
      lead="The journal books every paper by these rules. The rule with more conditions counts, then the one with the later day."
      width="full"
    >
      <Stack gap="xl" maw="64rem">
        {mayChange(mine) ? <Charts /> : null}
        <section aria-labelledby="accounts">
          <Title order={2} size="h4" id="accounts" mb="xs">
            Accounts
          </Title>
          <SmallTable of={accounts} />
          {can(mine, 'supplier-invoices', 'view') ? (
            <Text size="sm" c="dimmed" mt="sm">
              Lines of bills are booked to the{' '}
              <Anchor component={Link} to={linkTo('/cost-accounts')} inherit>
                cost accounts
              </Anchor>
              .
            </Text>
          ) : null}
        </section>
        <section aria-labelledby="rules">
          <Title order={2} size="h4" id="rules" mb="xs">
            Rules
          </Title>
          <SmallTable of={rules} />
        </section>
      </Stack>
    </PageFrame>
  )
}
