import { Button, Checkbox, Group, Stack } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { contactName } from '@/shared/domain/contact'
import { can } from '@/shared/domain/permission'
import { useRights } from '@/shared/ui/current-user'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { NotYours } from '@/shared/ui/not-yours'
import { PageFrame } from '@/shared/ui/page-frame'
import { Problem } from '@/shared/ui/problem'
import page from '@/shared/ui/record-page.module.css'
import { bankAccountsQuery, contactQuery } from '../api/contact.query'
import { addBankAccount } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { bankAccountValues, emptyBankAccount } from '../bank-account'
import { useBankAccountForm } from '../use-bank-account-form'
import { BankAccountFields } from './bank-account-fields'
import { NotThere } from './not-there'
import { linkTo } from '@/shared/lib/address'
import { cardLink } from '../card-link'

/** A bank account of a contact; the IBAN is checked while it is typed. */
export function AddBankAccountScreen({ id }: { id: string }) {
  const mayEdit = can(useRights(), 'contacts', 'edit')
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: card, isSuccess } = useQuery(contactQuery(id))
  const accounts = useQuery({ ...bankAccountsQuery(id), enabled: Boolean(card) })
  const { values, put, forgetKept } = useKeptEdits(`bank-account-${id}`, emptyBankAccount)
  const [isDefault, setDefault] = useState(true)
  const hasDefault = accounts.data?.some((account) => account.is_default) ?? false
  const back = card ? `${cardLink(card)}?tab=bank` : linkTo('/contacts')
  const saving = useMutation({
    mutationFn: () =>
      addBankAccount({ contact_id: id, ...bankAccountValues(values), is_default: isDefault && !hasDefault }),
    onSuccess: async () => {
      forgetKept()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      await navigate(back)
    },
  })
  const { form, submit, fields, problem } = useBankAccountForm({ values, put }, saving)
  if (!mayEdit) return <NotYours title="Add a Bank Account">Your account may not change contacts.</NotYours>
  if (isSuccess && !card) return <NotThere id={id} />
  return (
    <PageFrame title="Add a Bank Account" lead={card ? contactName(card) : null} width="text">
      <form ref={form} onSubmit={submit} noValidate data-kept>
        <Stack className={page.panel}>
          <BankAccountFields {...fields} />
          {hasDefault ? null : (
            <Checkbox
              label="Use this account by default"
              checked={isDefault}
              onChange={(event) => setDefault(event.currentTarget.checked)}
            />
          )}
          {problem ? <Problem>{problem}</Problem> : null}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={back} onClick={forgetKept}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Add bank account
            </Button>
          </Group>
        </Stack>
      </form>
    </PageFrame>
  )
}
