import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { readableIban } from '@/shared/domain/iban'
import { Problem } from '@/shared/ui/problem'
import { changeBankAccount } from '../api/contact.mutation'
import type { BankAccountRow } from '../api/contact.query'
import { contactsKey } from '../api/contacts.query'
import { bankAccountProblems, bankAccountValues } from '../bank-account'
import { problemWords } from '../problem-words'
import { BankAccountFields } from './bank-account-fields'

/** The dialog in which a bank account is changed. What somebody else changed meanwhile is not overwritten. */
export function EditBankAccount({ account, onClose }: { account: BankAccountRow; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [base] = useState(account)
  const [draft, setDraft] = useState({
    holder: base.holder,
    iban: readableIban(base.iban),
    bic: base.bic ?? '',
    bank_name: base.bank_name ?? '',
  })
  const [asked, setAsked] = useState(false)
  const problems = bankAccountProblems(draft)
  const saving = useMutation({
    mutationFn: () => changeBankAccount(base.id, base.row_version, bankAccountValues(draft)),
    onSuccess: onClose,
    onSettled: () => queryClient.invalidateQueries({ queryKey: contactsKey }),
  })
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.values(problems).every((problem) => problem === null) && !saving.isPending) saving.mutate()
  }
  return (
    <Modal opened onClose={onClose} title="Edit bank account">
      <form onSubmit={submit} noValidate>
        <Stack>
          <BankAccountFields draft={draft} problems={problems} asked={asked} onChange={setDraft} />
          {saving.isError ? (
            <Problem>{problemWords(saving.error, 'This contact has this account already.')}</Problem>
          ) : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={onClose}>
              Cancel
            </Button>
            <Button type="submit" loading={saving.isPending}>
              Save bank account
            </Button>
          </Group>
        </Stack>
      </form>
    </Modal>
  )
}
