import { withTax } from '@/shared/domain/text/formats'
import { Anchor, Text } from '@mantine/core'
import { queryOptions, useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { hasAccount } from '@/documents/paper/payment'
import { db } from '@/shared/db/client'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'
import { cardCurrency, cardsQuery } from './cards.query'

export type CompanyNeeds = {
  /** VAT above zero is charged: the company must name its own VAT number. */
  chargesVat?: boolean
  /** A line has 0 % without a reason: somebody must have chosen that. */
  hasPlainZero?: boolean
  /** The client is asked for money: there must be a way to pay. */
  asksPayment?: boolean
}

/** What the company lacks for an invoice. The database refuses the invoice in the same cases. */
export type CompanyLack = {
  says: string
  link: string
  at: string
  /**
   * What is refused: `invoices` alone; `deposits`, invoices and the deposits that a person records (one that is paid by
   * card never is); `payments`, every payment by the client.
   */
  stops: 'invoices' | 'deposits' | 'payments'
}

/** What is refused while the company lacks these, in words. */
export function refusedWith(lacks: readonly CompanyLack[]): string {
  const stopped = new Set(lacks.map(({ stops }) => stops))
  const canPay = !stopped.has('payments')
  const sentences = [
    stopped.has('deposits')
      ? 'Until then no invoice can be issued, and no deposit can be recorded.'
      : stopped.has('invoices')
        ? 'Until then no invoice can be issued.'
        : null,
    canPay
      ? stopped.has('deposits')
        ? 'One that the client pays by card comes in all the same.'
        : 'A deposit can be paid all the same.'
      : 'Until then the client who wants to pay reads: “This cannot be paid here yet.”',
  ]
  return sentences.filter((each) => each !== null).join(' ')
}

/** What invoices and payments need of the company. */
const lackingQuery = queryOptions({
  // Under `company`: the frame of the office reads it again when the settings change.
  queryKey: ['company', 'lacks'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('company_settings')
      .select('name, address, country, vat_number, tax_kind, currency, bank_fields, iban, account_number')
      .abortSignal(signal)
      .maybeSingle()
      .throwOnError()
    return data
  },
})

/** A rate that somebody chose, if there is one. */
const chosenRatesQuery = queryOptions({
  queryKey: ['company', 'vat chosen'],
  queryFn: async ({ signal }) => {
    const { data } = await db
      .from('vat_rates')
      .select('id')
      .or('is_default.is.true,and(rate.eq.0,treatment.eq.standard)')
      .limit(1)
      .abortSignal(signal)
      .throwOnError()
    return data
  },
})

const missingOf = (name: string, address: string | null, country: string | null) =>
  [
    name === newName ? { says: 'its name', at: 'name' } : null,
    isBlank(address) ? { says: 'its address', at: 'address' } : null,
    isBlank(country) ? { says: 'its country', at: 'country' } : null,
  ].filter((each) => each !== null)

/** What the company lacks for an invoice; nothing until it is known. */
export function useCompanyLacks({
  chargesVat = false,
  hasPlainZero = false,
  asksPayment = false,
}: CompanyNeeds): readonly CompanyLack[] {
  const company = useQuery(lackingQuery)
  const isWithoutAccount = asksPayment && !!company.data && !hasAccount(company.data)
  const isCardOffered = company.data?.currency === cardCurrency
  const cards = useQuery({ ...cardsQuery, enabled: isWithoutAccount && isCardOffered })
  const rates = useQuery({ ...chosenRatesQuery, enabled: hasPlainZero })
  if (!company.data) return []
  const { name, address, country, vat_number, tax_kind } = company.data
  const missing = missingOf(name, address, country)
  const first = missing[0]
  const lacks: (CompanyLack | null)[] = [
    first
      ? {
          says: `Your company lacks ${listed(missing.map(({ says }) => says))}, which every invoice names.`,
          link: 'Complete the company',
          at: first.at,
          stops: 'deposits',
        }
      : null,
    chargesVat && tax_kind === 'vat' && isBlank(vat_number)
      ? {
          says: withTax('Your company has no {tax} number, and {tax} is charged.'),
          link: withTax('Enter the {tax} number'),
          at: 'vat_number',
          stops: 'invoices',
        }
      : null,
    hasPlainZero && rates.data?.length === 0
      ? {
          says: withTax('Nobody chose the {tax} of the lines: they have 0 %.'),
          link: withTax('Add your {tax} rates'),
          at: 'vat-rates',
          stops: 'deposits',
        }
      : null,
    isWithoutAccount && (!isCardOffered || cards.data === false)
      ? {
          says: 'Your company has no bank account and takes no cards: the client has no way to pay.',
          link: 'Enter the bank account',
          at: company.data.bank_fields === 'iban' ? 'iban' : 'account_number',
          stops: 'payments',
        }
      : null,
  ]
  return lacks.filter((each) => each !== null)
}

/** One sentence for each, with the way to mend it for an admin, and what is refused until then. */
export function CompanyLacks({ lacks }: { lacks: readonly CompanyLack[] }) {
  const { role } = useRights()
  if (lacks.length === 0) return null
  return (
    <>
      {lacks.map(({ says, link, at }) => (
        <div key={at}>
          <Text size="sm" mb={4}>
            {says}
            {role === 'admin' ? null : ' An admin can enter it.'}
          </Text>
          {role === 'admin' ? (
            <Anchor component={Link} to={`${linkTo('/settings/company')}#${at}`} size="sm">
              {link}
            </Anchor>
          ) : null}
        </div>
      ))}
      <Text size="sm">{refusedWith(lacks)}</Text>
    </>
  )
}

/** The name of a company that nobody has named yet. */
const newName = 'Our company'
const isBlank = (text: string | null | undefined): boolean => (text ?? '').trim() === ''
const listed = (words: readonly string[]): string =>
  words.length > 1 ? `${words.slice(0, -1).join(', ')} and ${words.at(-1)}` : words.join('')
