import { Button, Table, Text } from '@mantine/core'
import { IconBuildingBank } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { confirmRemoval } from '@/kit/confirm'
import { can } from '@/shared/domain/people/permission'
import { readableIban } from '@/shared/domain/money/iban'
import { withTax } from '@/shared/domain/text/formats'
import { useRights } from '@/shared/hooks/current-user'
import { EmptyScreen } from '@/shared/ui/page/empty-screen'
import { LineSkeletons } from '@/shared/ui/page/line-skeletons'
import { Problem } from '@/shared/ui/page/problem'
import page from '@/shared/ui/page/record-page.module.css'
import { accountsKey } from '../../shared/keys'
import { useAct } from '../../shared/use-act'
import { removeRule } from '../api/account.mutation'
import { type BankRule, bankRulesQuery } from '../api/account.query'

const signOf = ({ party_iban, words }: BankRule): string =>
  party_iban ? readableIban(party_iban) : `Text: ${words ?? ''}`

function accountOf({ account, cost, vat_rate }: BankRule): string {
  const booked = account ?? cost
  const name = booked ? `${booked.code} ${booked.name}` : 'A cost account'
  return vat_rate === null ? name : withTax(`${name}, {tax} ${vat_rate.replace(/\.?0+$/, '') || '0'} %`)
}

/** The rules that propose an account for the next entry. A rule can be removed. */
export function RuleList() {
  const rules = useQuery(bankRulesQuery)
  const rights = useRights()
  const queryClient = useQueryClient()
  const { act } = useAct()
  if (rules.isPending) return <LineSkeletons count={4} height={48} />
  if (rules.isError) return <Problem onRetry={() => void rules.refetch()}>The rules could not be read</Problem>
  if (rules.data.length === 0)
    return (
      <EmptyScreen icon={<IconBuildingBank stroke={1.5} />} title="No rules yet">
        Book an entry to an account and choose to propose it next time.
      </EmptyScreen>
    )
  const mayRemove = can(rights, 'payments', 'edit')
  const remove = (rule: BankRule) =>
    confirmRemoval({
      title: `Remove the rule for ${signOf(rule)}?`,
      text: 'The account is no longer proposed. What was booked stays.',
      confirm: 'Remove',
      onConfirm: act(async () => {
        await removeRule(rule.id)
        await queryClient.invalidateQueries({ queryKey: accountsKey })
      }),
    })
  return (
    <Table.ScrollContainer minWidth={0}>
      <Table className={page.panel} aria-label="Rules">
        <Table.Thead>
          <Table.Tr>
            <Table.Th>Entries</Table.Th>
            <Table.Th>Proposed account</Table.Th>
            {mayRemove ? <Table.Th aria-label="Remove" /> : null}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {rules.data.map((rule) => (
            <Rule key={rule.id} rule={rule} onRemove={mayRemove ? () => remove(rule) : null} />
          ))}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  )
}

const Rule = ({ rule, onRemove }: { rule: BankRule; onRemove: (() => void) | null }) => (
  <Table.Tr>
    <Table.Td>
      {signOf(rule)}
      <Text size="sm" c="dimmed">
        {rule.direction === 'in' ? 'Money in' : 'Money out'}
      </Text>
    </Table.Td>
    <Table.Td>{accountOf(rule)}</Table.Td>
    {onRemove ? (
      <Table.Td ta="right">
        <Button
          size="xs"
          variant="subtle"
          color="red"
          onClick={onRemove}
          aria-label={`Remove the rule for ${signOf(rule)}`}
        >
          Remove
        </Button>
      </Table.Td>
    ) : null}
  </Table.Tr>
)
