import { Modal } from '@mantine/core'
import { RecordForm } from '@/kit/form/record-form'
import { useRecordForm } from '@/kit/form/use-record-form'
import { saveVersioned } from '@/kit/save/save-row'
import type { BankAccountRow } from '@/features/people/contacts/api/contact.query'
import { contactsKey } from '@/features/people/contacts/api/contacts.query'
import { bankAccountFields } from '@/features/people/contacts/bank-account'

/** The dialog in which a bank account is changed. */
export function EditBankAccount({ account, onClose }: { account: BankAccountRow; onClose: () => void }) {
  const form = useRecordForm({
    fields: bankAccountFields,
    name: `bank-account-edit-${account.id}`,
    stored: account,
    queryKey: contactsKey,
    save: (values) =>
      saveVersioned({ table: 'contact_bank_accounts', what: 'this bank account', row: account, values }),
    onSaved: onClose,
  })
  return (
    <Modal opened onClose={onClose} title="Edit bank account">
      <RecordForm isPlain form={form} label="Bank account" submitLabel="Save bank account" onCancel={onClose} />
    </Modal>
  )
}
