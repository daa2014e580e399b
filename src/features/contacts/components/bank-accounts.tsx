import { Badge, Button, Group, Skeleton, Table, Text } from '@mantine/core'
import { IconPlus } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { readableIban } from '@/shared/domain/iban'
import { bankAccountsQuery, type ContactCardRow } from '../api/contact.query'
import type { ContactLinks } from '../links'
import classes from './contacts.module.css'
import { Problem } from './problem'

export function BankAccounts({ card, links }: { card: ContactCardRow; links: ContactLinks }) {
  const accounts = useQuery(bankAccountsQuery(card.id))
  const addTo = card.type === 'Business' ? links.businessBankAccount(card.id) : links.personBankAccount(card.id)
  return (
    <>
      <Group mb="md">
        <Button
          component={Link}
          to={addTo}
          variant="default"
          size="xs"
          leftSection={<IconPlus size={16} aria-hidden />}
        >
          Add a bank account
        </Button>
      </Group>
      {accounts.isError ? (
        <Problem onRetry={() => void accounts.refetch()}>The bank accounts could not be read</Problem>
      ) : null}
      {accounts.isPending ? <Skeleton height={80} aria-hidden /> : null}
      {accounts.data?.length === 0 ? <Text c="dimmed">No bank accounts yet.</Text> : null}
      {accounts.data?.length ? (
        <Table aria-label="Bank accounts" className={classes.table}>
          <Table.Tbody>
            {accounts.data.map((account) => (
              <Table.Tr key={account.id}>
                <Table.Td>
                  {readableIban(account.iban)}
                  <span className={classes.below}>
                    {[account.holder, account.bank_name, account.bic].filter(Boolean).join(' · ')}
                  </span>
                </Table.Td>
                <Table.Td ta="right">{account.is_default ? <Badge variant="default">Default</Badge> : null}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
    </>
  )
}
