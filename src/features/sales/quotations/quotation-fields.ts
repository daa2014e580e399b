import { useQuery } from '@tanstack/react-query'
import { checkbox, choice } from '@/kit/fields/choice-fields'
import { collectedField } from '@/kit/fields/collected-field'
import { date } from '@/kit/fields/date-fields'
import { defineFields } from '@/kit/fields/field'
import { quantity } from '@/kit/fields/number-fields'
import { record } from '@/kit/fields/record-field'
import { longText, text } from '@/kit/fields/text-fields'
import { contacts } from '@/kit/pickers/contact-picker'
import { compared, decimal, exact, zero } from '@/shared/domain/money/decimal'
import { formatMoney } from '@/shared/domain/money/money'
import { languageOfText } from '@/shared/domain/texts/language-of-text'
import { type Language, languageLabel } from '@/shared/domain/texts/languages'
import { isDay } from '@/shared/domain/time/days'
import { clientChoicesQuery } from './api/client-choices.query'
import { termsField } from './components/terms-field'
import { useSellers } from './quotation-filters'

/** The people and sites of a client; none until one is chosen. */
const useChoices = (contactId: string) => useQuery({ ...clientChoicesQuery(contactId), enabled: contactId !== '' }).data

/** Terms that seem to be in another language than the paper, which goes out as they are written. */
function doubtOfTerms(terms: string, language: Language | undefined): string | null {
  const found = languageOfText(terms)
  return found === null || language === undefined || found === language
    ? null
    : `These terms seem to be in ${languageLabel(found)}, and the paper is in ${languageLabel(language)}.`
}

/**
 * The fields of a draft. People and sites are those of its client, as it is chosen in the form; `language` is that of its paper. The client is fixed after the first sending, and for
 * extra work of an order.
 */
export const quotationFieldsOf = (contactId: string, hasFixedClient = false, language?: Language) =>
  defineFields({
    project_title: text('Title', { max: 500, wide: true, placeholder: 'Shop front and window lettering' }),
    contact_id: record('Client', contacts, {
      required: true,
      help: hasFixedClient ? 'Copy the quotation for another client.' : 'Another client has other people and sites.',
      readOnly: hasFixedClient,
    }),
    person_id: choice('Contact person', () => useChoices(contactId)?.people ?? []),
    location_id: choice('Site', () => useChoices(contactId)?.sites ?? []),
    is_collected: collectedField,
    account_manager_id: choice('Owner', useSellers),
    valid_until: date('Valid until', { help: 'Left empty, it is set when the quotation is sent.' }),
    follow_up_on: date('Follow up on'),
    deposit_kind: choice(
      'Deposit',
      [
        { value: 'none', label: 'No deposit' },
        { value: 'percent', label: 'Percent of the total' },
        { value: 'amount', label: 'Amount' },
      ],
      { required: true },
    ),
    deposit_value: quantity('Percent or amount', {
      places: 2,
      most: '999999999.99',
      hiddenUnless: ({ deposit_kind }) => deposit_kind !== 'none',
    }),
    terms: { ...termsField, doubtIn: (terms: string) => doubtOfTerms(terms, language) },
    show_price_breaks: checkbox('The client sees the prices by quantity'),
    client_note: longText('Note for the client', { max: 5000, wide: true }),
  })

type Head = {
  valid_until: string | null
  deposit_kind: string
  deposit_value: string
  currency: string
  gross: string
}

/**
 * Problems of a head by field, as the person types them. What is stored already stays as it is: a total that shrank below its
 * deposit, and a day that has passed, keep nobody from changing the title.
 */
export function headProblems(
  drafts: Readonly<Record<'valid_until' | 'deposit_kind' | 'deposit_value', string>>,
  stored: Head,
  today: string,
): Partial<Record<'valid_until' | 'deposit_value', string>> {
  const { valid_until: until, deposit_kind: kind, deposit_value: value } = drafts
  const isPast = isDay(until) && until < today && until !== stored.valid_until
  const deposit = decimal(value)
  const isTyped = kind !== stored.deposit_kind || compared(deposit ?? zero, decimal(stored.deposit_value) ?? zero) !== 0
  const total = exact(stored.gross)
  const says =
    deposit === null || !isTyped || kind === 'none'
      ? null
      : kind === 'percent'
        ? compared(deposit, exact('100')) > 0
          ? 'A deposit is at most 100 percent'
          : null
        : compared(total, zero) > 0 && compared(deposit, total) > 0
          ? `The deposit is more than the total of ${formatMoney(stored.gross, stored.currency)}`
          : null
  return {
    ...(isPast ? { valid_until: 'Please choose a day that has not passed' } : {}),
    ...(says === null ? {} : { deposit_value: says }),
  }
}

/** The last valid day alone, as the page that sends asks for it. */
export const validityFields = defineFields({
  valid_until: date('Valid until', { help: 'Left empty, it is set when the quotation is sent.' }),
})

/** The fields that staff edit in every state. The client never sees them. */
export const followUpFields = defineFields({
  account_manager_id: choice('Owner', useSellers),
  follow_up_on: date('Follow up on', { help: 'The list shows it under “Follow-up due” from this day on.' }),
})
