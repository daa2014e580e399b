import { withTax } from '@/shared/domain/text/formats'
import { Anchor, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link } from 'react-router-dom'
import { db } from '@/shared/db/client'
import { useRights } from '@/shared/hooks/current-user'
import { linkTo } from '@/shared/lib/address'

export type CompanyNeeds = {
  /** VAT above zero is charged: the company must name its own VAT number. */
  chargesVat?: boolean
  /** A line has 0 % without a reason: somebody must have chosen that. */
  hasPlainZero?: boolean
}

/** What the company lacks for an invoice. The database refuses the invoice in the same cases. */
export type CompanyLack = {
  says: string
  link: string
  at: string
  /** A deposit that a person records is refused too, and not only an invoice. One that is paid by card never is. */
  stopsDeposits: boolean
}

/** What is refused while the company lacks these, in words. */
export const refusedWith = (lacks: readonly CompanyLack[]): string =>
  lacks.some(({ stopsDeposits }) => stopsDeposits)
    ? 'Until then no invoice can be issued, and no deposit can be recorded. One that the client pays by card comes in all the same.'
    : 'Until then no invoice can be issued. A deposit can be paid all the same.'

/** What the company lacks for an invoice; nothing until it is known. */
export function useCompanyLacks({ chargesVat = false, hasPlainZero = false }: CompanyNeeds): readonly CompanyLack[] {
  const company = useQuery({
    // Under `company`: the frame of the office reads it again when the settings change.
    queryKey: ['company', 'lacks'],
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('company_settings')
        .select('name, address, country, vat_number, tax_kind')
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
  const rates = useQuery({
    queryKey: ['company', 'vat chosen'],
    enabled: hasPlainZero,
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
  if (!company.data) return []
  const { name, address, country, vat_number, tax_kind } = company.data
  const missing = [
    name === newName ? { says: 'its name', at: 'name' } : null,
    isBlank(address) ? { says: 'its address', at: 'address' } : null,
    isBlank(country) ? { says: 'its country', at: 'country' } : null,
  ].filter((each) => each !== null)
  const first = missing[0]
  return [
    first
      ? {
          says: `Your company lacks ${listed(missing.map(({ says }) => says))}, which every invoice names.`,
          link: 'Complete the company',
          at: first.at,
          stopsDeposits: true,
        }
      : null,
    chargesVat && tax_kind === 'vat' && isBlank(vat_number)
      ? {
          says: withTax('Your company has no {tax} number, and {tax} is charged.'),
          link: withTax('Enter the {tax} number'),
          at: 'vat_number',
          stopsDeposits: false,
        }
      : null,
    hasPlainZero && rates.data?.length === 0
      ? {
          says: withTax('Nobody chose the {tax} of the lines: they have 0 %.'),
          link: withTax('Add your {tax} rates'),
          at: 'vat-rates',
          stopsDeposits: true,
        }
      : null,
  ].filter((each) => each !== null)
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
