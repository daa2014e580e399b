import { Button, Group, Modal, Stack } from '@mantine/core'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { readableIban } from '@/shared/domain/iban'
import { useKeptEdits } from '@/shared/ui/kept-edits'
import { Problem } from '@/shared/ui/problem'
import { changeBankAccount } from '../api/contact.mutation'
import type { BankAccountRow } from '../api/contact.query'
import { contactsKey } from '../api/contacts.query'
import { bankAccountValues } from '../bank-account'
import { useBankAccountForm } from '../use-bank-account-form'
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
  const close = () => {
    forgetKept()
    onClose()
  }
  const saving = useMutation({
    mutationFn: () => changeBankAccount(base.id, base.row_version, bankAccountValues(values)),
    onSuccess: close,
    onSettled: () => queryClient.invalidateQueries({ queryKey: contactsKey }),
  })
  const { form, submit, fields, problem } = useBankAccountForm({ values, put }, saving)
  return (
    <Modal opened onClose={close} title="Edit bank account">
      <form ref={form} onSubmit={submit} noValidate data-kept>
        <Stack>
          <BankAccountFields {...fields} />
          {problem ? <Problem>{problem}</Problem> : null}
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
