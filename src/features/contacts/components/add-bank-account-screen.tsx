import { Button, Checkbox, Group, Stack, TextInput } from '@mantine/core'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { Link, useNavigate } from 'react-router-dom'
import { contactName, storable } from '@/shared/domain/contact'
import { ibanProblem, plainIban } from '@/shared/domain/iban'
import { PageFrame } from '@/shared/ui/page-frame'
import { bankAccountsQuery, contactQuery } from '../api/contact.query'
import { addBankAccount } from '../api/contact.mutation'
import { contactsKey } from '../api/contacts.query'
import { cardLink, type ContactLinks } from '../links'
import { problemWords } from '../problem-words'
import { useDraft } from '../use-draft'
import classes from './contacts.module.css'
import { Problem } from './problem'

const empty = { holder: '', iban: '', bic: '', bank_name: '' }
const bicShape = /^[A-Z]{6}[A-Z0-9]{2}([A-Z0-9]{3})?$/

/** A bank account of a contact; the IBAN is checked while it is typed. */
export function AddBankAccountScreen({ id, links }: { id: string; links: ContactLinks }) {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  const { data: card } = useQuery(contactQuery(id))
  const accounts = useQuery(bankAccountsQuery(id))
  const { draft, keep, forget } = useDraft(`bank-account-${id}`, empty)
  const [isDefault, setDefault] = useState(true)
  const [asked, setAsked] = useState(false)
  const hasDefault = accounts.data?.some((account) => account.is_default) ?? false
  const bic = plainIban(draft.bic)
  const problems = {
    holder: storable(draft.holder) === '' ? 'Please enter whose account it is' : null,
    iban: ibanProblem(draft.iban),
    bic: bic !== '' && !bicShape.test(bic) ? 'A BIC has 8 or 11 letters and digits' : null,
  }
  const saving = useMutation({
    mutationFn: () =>
      addBankAccount({
        contact_id: id,
        holder: storable(draft.holder),
        iban: plainIban(draft.iban),
        bic: bic || null,
        bank_name: storable(draft.bank_name) || null,
        is_default: isDefault && !hasDefault,
      }),
    onSuccess: async () => {
      forget()
      await queryClient.invalidateQueries({ queryKey: contactsKey })
      if (card) await navigate(`${cardLink(links, card)}?tab=bank`)
    },
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.values(problems).every((problem) => problem === null) && !saving.isPending) saving.mutate()
  }
  const typedIban = plainIban(draft.iban).length >= 15
  return (
    <PageFrame title="Add a Bank Account" lead={card ? contactName(card) : null} width="text">
      <form onSubmit={submit} noValidate>
        <Stack className={classes.paper}>
          <TextInput
            label="Account holder"
            required
            maxLength={200}
            value={draft.holder}
            error={asked ? problems.holder : null}
            onChange={(event) => keep({ ...draft, holder: event.currentTarget.value })}
          />
          <TextInput
            label="IBAN"
            required
            autoComplete="off"
            maxLength={50}
            value={draft.iban}
            error={asked || typedIban ? problems.iban : null}
            onChange={(event) => keep({ ...draft, iban: event.currentTarget.value })}
          />
          <TextInput
            label="BIC"
            autoComplete="off"
            maxLength={20}
            value={draft.bic}
            error={asked ? problems.bic : null}
            onChange={(event) => keep({ ...draft, bic: event.currentTarget.value })}
          />
          <TextInput
            label="Bank"
            maxLength={200}
            value={draft.bank_name}
            onChange={(event) => keep({ ...draft, bank_name: event.currentTarget.value })}
          />
          {hasDefault ? null : (
            <Checkbox
              label="Use this account by default"
              checked={isDefault}
              onChange={(event) => setDefault(event.currentTarget.checked)}
            />
          )}
          {saving.isError ? (
            <Problem>{problemWords(saving.error, 'This contact has this account already.')}</Problem>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" component={Link} to={card ? cardLink(links, card) : links.list}>
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
