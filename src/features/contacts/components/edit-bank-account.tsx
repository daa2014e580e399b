import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import { readableIban } from '@/shared/domain/iban'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { Problem } from '@/shared/ui/problem'
import { isDuplicate, saveProblem } from '@/shared/ui/save-problem'
import { useRefusal } from '@/shared/ui/use-refusal'
import { changeBankAccount } from '../api/contact.mutation'
import type { BankAccountRow } from '../api/contact.query'
import { contactsKey } from '../api/contacts.query'
import { bankAccountProblems, bankAccountValues } from '../bank-account'
import { BankAccountFields } from './bank-account-fields'

/**
 * The dialog in which a bank account is changed. What is typed survives a reload; what somebody else changed meanwhile is
 * not overwritten.
 */
export function EditBankAccount({ account, onClose }: { account: BankAccountRow; onClose: () => void }) {
  const queryClient = useQueryClient()
  const [base] = useState(account)
  const { values, put, forgetKept } = useKeptEdits(`bank-account-edit-${base.id}-${base.row_version}`, {
    holder: base.holder,
    iban: readableIban(base.iban),
    bic: base.bic ?? '',
    bank_name: base.bank_name ?? '',
  })
  const [asked, setAsked] = useState(false)
  const problems = bankAccountProblems(values)
  const close = () => {
    forgetKept()
    onClose()
  }
  const saving = useMutation({
    mutationFn: () => changeBankAccount(base.id, base.row_version, bankAccountValues(values)),
    onSuccess: close,
    onSettled: () => queryClient.invalidateQueries({ queryKey: contactsKey }),
  })
  const { form, refuse } = useRefusal(saving.error)
  const isTwice = isDuplicate(saving.error)
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    setAsked(true)
    if (Object.values(problems).some((problem) => problem !== null)) refuse()
    else if (!saving.isPending) saving.mutate()
  }
  return (
    <Modal opened onClose={close} title="Edit bank account">
      <form ref={form} onSubmit={submit} noValidate data-kept>
        <Stack>
          <BankAccountFields
            values={values}
            problems={problems}
            asked={asked}
            isTwice={isTwice}
            disabled={saving.isPending}
            put={(field, value) => {
              saving.reset()
              put(field, value)
            }}
          />
          {saving.isError && !isTwice ? <Problem>{saveProblem(saving.error)}</Problem> : null}
          <Group justify="flex-end">
            <Button variant="default" onClick={close}>
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
