import { ActionIcon, Badge, Button, CopyButton, Group, Menu, Skeleton, Table, Text } from '@mantine/core'
import { IconCopy, IconDots, IconPencil, IconPlus, IconStar, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { useActMutation } from '@/kit/save/use-act-mutation'
import { useDialog } from '@/kit/dialog/use-dialog'
import { readableIban } from '@/shared/domain/money/iban'
import { can } from '@/shared/domain/people/permission'
import { useRights } from '@/shared/hooks/current-user'
import { Problem } from '@/shared/ui/page/problem'
import list from '@/shared/ui/page/record-list.module.css'
import { saveProblem } from '@/shared/hooks/save-problem'
import { removeBankAccount, setDefaultBankAccount } from '@/features/people/contacts/api/contact.mutation'
import { bankAccountsQuery, type ContactCardRow } from '@/features/people/contacts/api/contact.query'
import { contactsKey } from '@/features/people/contacts/api/contacts.query'
import classes from '../contacts.module.css'
import { EditBankAccount } from './edit-bank-account'
import { newBankAccountLink } from '@/features/people/contacts/card-link'

/** The bank accounts of a contact, the default first, with their actions. */
export function BankAccounts({ card }: { card: ContactCardRow }) {
  const queryClient = useQueryClient()
  const mayRemove = can(useRights(), 'contacts', 'delete')
  const accounts = useQuery(bankAccountsQuery(card.id))
  const editing = useDialog('bank-account')
  const edited = accounts.data?.find(({ id }) => id === editing.subject)
  const reread = () => queryClient.invalidateQueries({ queryKey: contactsKey })
  const preferring = useActMutation({ mutationFn: setDefaultBankAccount, onSettled: reread })
  const removing = useActMutation({ mutationFn: removeBankAccount, onSettled: reread })
  const problem = preferring.error ?? removing.error
  const addTo = newBankAccountLink(card)
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
      {problem ? <Problem>{saveProblem(problem)}</Problem> : null}
      {accounts.isPending ? <Skeleton height={80} aria-hidden /> : null}
      {accounts.data?.length === 0 ? <Text c="dimmed">No bank accounts yet.</Text> : null}
      {accounts.data?.length ? (
        <Table aria-label="Bank accounts" className={list.table}>
          <Table.Tbody>
            {accounts.data.map((account) => (
              <Table.Tr key={account.id}>
                <Table.Td>
                  <Group gap="xs">
                    <span className={classes.iban}>{readableIban(account.iban)}</span>
                    {account.is_default ? (
                      <Badge variant="light" size="sm">
                        Default
                      </Badge>
                    ) : null}
                  </Group>
                  <span className={list.below}>
                    {[account.holder, account.bank_name, account.bic, account.currency].filter(Boolean).join(' · ')}
                  </span>
                </Table.Td>
                <Table.Td w={52} pl={0}>
                  <Menu position="bottom-end">
                    <Menu.Target>
                      <ActionIcon
                        size="lg"
                        aria-label={`Change the account of ${account.holder}`}
                        loading={removing.isPending && removing.variables === account.id}
                      >
                        <IconDots size={18} aria-hidden />
                      </ActionIcon>
                    </Menu.Target>
                    <Menu.Dropdown>
                      <CopyButton value={account.iban}>
                        {({ copy }) => (
                          <Menu.Item leftSection={<IconCopy size={16} aria-hidden />} onClick={copy}>
                            Copy the IBAN
                          </Menu.Item>
                        )}
                      </CopyButton>
                      <Menu.Item
                        leftSection={<IconPencil size={16} aria-hidden />}
                        onClick={() => editing.open(account.id)}
                      >
                        Edit
                      </Menu.Item>
                      {account.is_default ? null : (
                        <Menu.Item
                          leftSection={<IconStar size={16} aria-hidden />}
                          onClick={() => preferring.mutate(account.id)}
                        >
                          Use by default
                        </Menu.Item>
                      )}
                      {mayRemove ? (
                        <Menu.Item
                          color="red"
                          leftSection={<IconTrash size={16} aria-hidden />}
                          onClick={() => removing.mutate(account.id)}
                        >
                          Remove
                        </Menu.Item>
                      ) : null}
                    </Menu.Dropdown>
                  </Menu>
                </Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </Table>
      ) : null}
      {edited ? <EditBankAccount key={edited.id} account={edited} onClose={editing.close} /> : null}
    </>
  )
}
