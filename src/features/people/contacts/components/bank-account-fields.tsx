import { TextInput } from '@mantine/core'
import type { BankAccountDraft, bankAccountProblems } from '../bank-account'

type BankAccountFieldsProps = {
  values: BankAccountDraft
  problems: ReturnType<typeof bankAccountProblems>
  /** After the first try to save every problem shows; before, only that of a long enough IBAN. */
  asked: boolean
  /** The contact has an account of this IBAN already. */
  isTwice: boolean
  disabled: boolean
  put: (field: keyof BankAccountDraft, value: string) => void
}

/** The fields of a bank account; the IBAN is checked while it is typed. */
export function BankAccountFields({ values, problems, asked, isTwice, disabled, put }: BankAccountFieldsProps) {
  const typedIban = values.iban.replace(/\s/g, '').length >= 15
  const input = (field: keyof BankAccountDraft) => ({
    autoComplete: 'off',
    disabled,
    value: values[field],
    onChange: (event: { currentTarget: { value: string } }) => put(field, event.currentTarget.value),
  })
  return (
    <>
      <TextInput
        {...input('holder')}
        label="Account holder"
        required
        maxLength={200}
        error={asked ? problems.holder : null}
      />
      <TextInput
        {...input('iban')}
        label="IBAN"
        required
        maxLength={50}
        error={isTwice ? 'This contact has this account already.' : asked || typedIban ? problems.iban : null}
      />
      <TextInput {...input('bic')} label="BIC" maxLength={20} error={asked ? problems.bic : null} />
      <TextInput {...input('bank_name')} label="Bank" maxLength={200} />
    </>
  )
}
