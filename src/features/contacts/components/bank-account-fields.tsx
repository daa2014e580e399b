import { TextInput } from '@mantine/core'
import type { BankAccountDraft, bankAccountProblems } from '../bank-account'

type BankAccountFieldsProps = {
  draft: BankAccountDraft
  problems: ReturnType<typeof bankAccountProblems>
  /** After the first try to save every problem shows; before, only that of a long enough IBAN. */
  asked: boolean
  onChange: (draft: BankAccountDraft) => void
}

/** The fields of a bank account; the IBAN is checked while it is typed. */
export function BankAccountFields({ draft, problems, asked, onChange }: BankAccountFieldsProps) {
  const typedIban = draft.iban.replace(/\s/g, '').length >= 15
  return (
    <>
      <TextInput
        label="Account holder"
        required
        maxLength={200}
        value={draft.holder}
        error={asked ? problems.holder : null}
        onChange={(event) => onChange({ ...draft, holder: event.currentTarget.value })}
      />
      <TextInput
        label="IBAN"
        required
        autoComplete="off"
        maxLength={50}
        value={draft.iban}
        error={asked || typedIban ? problems.iban : null}
        onChange={(event) => onChange({ ...draft, iban: event.currentTarget.value })}
      />
      <TextInput
        label="BIC"
        autoComplete="off"
        maxLength={20}
        value={draft.bic}
        error={asked ? problems.bic : null}
        onChange={(event) => onChange({ ...draft, bic: event.currentTarget.value })}
      />
      <TextInput
        label="Bank"
        maxLength={200}
        value={draft.bank_name}
        onChange={(event) => onChange({ ...draft, bank_name: event.currentTarget.value })}
      />
    </>
  )
}
