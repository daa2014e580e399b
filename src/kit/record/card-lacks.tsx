import { currentFormats, keepsDeposits, withTax } from '@/shared/domain/text/formats'
import { Alert, Stack, Text } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useLive } from '@/kit/live/use-live'
import { db } from '@/shared/db/client'
import { vatNumberDoubt } from '@/shared/domain/money/vat-number'
import { countryCode } from '@/shared/domain/places/country-code'
import { contactKind } from '@/shared/domain/records/record-kind'
import { RecordLink } from '@/shared/ui/page/record-links'
import { CompanyLacks, type CompanyNeeds, useCompanyLacks } from './company-lacks'

type CardLacksProps = {
  contactId: string
  /** The document to be made next for the client: `invoice`. */
  paper: 'invoice' | 'deposit invoice'
  /** Under reverse charge the paper names the client's VAT number. */
  needsVatNumber?: boolean
  /** The money is there already: how the client could pay is not said. */
  isPaid?: boolean
} & Omit<CompanyNeeds, 'asksPayment'>

/** What the client's card and the company lack for the next document, with links. Empty when they have all. */
export function CardLacks({ contactId, paper, needsVatNumber = false, isPaid = false, ...needs }: CardLacksProps) {
  const lacks = useCompanyLacks({ ...needs, asksPayment: !isPaid })
  const queryKey = ['card-lacks', contactId]
  const card = useQuery({
    queryKey,
    queryFn: async ({ signal }) => {
      const { data } = await db
        .from('contacts')
        .select('type, address_line, city, country, vat_number')
        .eq('id', contactId)
        .abortSignal(signal)
        .maybeSingle()
        .throwOnError()
      return data
    },
  })
  useLive(queryKey, [{ page: 'contacts', tables: ['contacts'] }])
  if (!card.data) return null
  const { type, address_line, city, country, vat_number } = card.data
  const missing = [
    hasWords(address_line) || hasWords(city) ? null : 'an address',
    hasWords(country) ? null : 'a country',
    needsVatNumber && !hasWords(vat_number) ? withTax('a {tax} number, which reverse charge needs') : null,
  ].filter((each) => each !== null)
  const sentences = [
    missing.length > 0 ? `The client’s card lacks ${missing.join(' and ')}.` : null,
    needsVatNumber ? doubtOf(card.data) : null,
  ].filter((each) => each !== null)
  if (sentences.length === 0 && lacks.length === 0) return null
  return (
    <Alert color="yellow" title={`Before the ${keepsDeposits() ? 'invoice' : paper}`}>
      <Stack gap="sm">
        <CompanyLacks lacks={lacks} />
        {sentences.length > 0 ? (
          <div>
            {sentences.map((sentence) => (
              <Text key={sentence} size="sm" mb={4}>
                {sentence}
              </Text>
            ))}
            <RecordLink kind={contactKind(type)} id={contactId}>
              Open the card
            </RecordLink>
          </div>
        ) : null}
      </Stack>
    </Alert>
  )
}

function doubtOf({ vat_number, country }: { vat_number: string | null; country: string | null }): string | null {
  const doubt = vatNumberDoubt(vat_number ?? '', countryCode(currentFormats().country), countryCode(country))
  return doubt && withTax(`The client’s {tax} number is ${vat_number ?? ''}. ${doubt}.`)
}

const hasWords = (text: string | null): boolean => (text ?? '').trim() !== ''
